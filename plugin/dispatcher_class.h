#pragma once

#include "adapters/precision.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A world's dispatcher as Bullet's class, which has the tables of algorithms; null if it is not derived from
/// that one.
const btCollisionDispatcher* asCollisionDispatcher(const btDispatcher* dispatcher);

/// Whether it may call algorithms on several threads at once: Bullet's btCollisionDispatcherMt and classes
/// derived from it do. True also for one that overrides getNewManifold.
bool mayUseThreads(const btCollisionDispatcher& dispatcher);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
