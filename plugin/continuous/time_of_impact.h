#pragma once

#include "plugin/registration.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The fraction of their motions, from the objects' poses to those that Bullet predicts (their interpolation
/// transforms), after which they touch; 1 if they do not. Objects that touch at the start also return 1:
/// contacts handle them. At the end of the budget, a time before which they do not touch. Like stock, reduces
/// the objects' hit fractions.
btScalar timeOfImpact(std::shared_ptr<const PairContext> context, btCollisionObject& a, btCollisionObject& b);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
