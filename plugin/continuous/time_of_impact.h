#pragma once

#include "plugin/registration.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The part of their motions, from where the objects are to where Bullet predicts them to be (their
/// interpolation transforms), after which they touch; 1 where they do not. Objects that touch from the start
/// answer 1, too: contacts hold them. As stock does, shortens the objects' hit fractions.
btScalar timeOfImpact(std::shared_ptr<const PairContext> context, btCollisionObject& a, btCollisionObject& b);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
