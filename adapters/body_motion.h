#pragma once

#include "algorithms/contact/contact.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/precision.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// How an object moves: a rigid body by its velocities and the forces that its velocities do not contain yet
/// (in a step of Bullet's, gravity and the user's); a kinematic one by its interpolation velocities; anything
/// else, links of a multi-body included, is taken to stand.
BodyMotion motionOf(const btCollisionObject& object);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
