#pragma once

#include "algorithms/contact/contact.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/precision.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// How an object moves: a rigid body by its velocities and the forces that its velocities do not contain yet
/// (in a step of Bullet's, gravity and the user's); a kinematic one by its interpolation velocities; a link
/// of a multi-body by the pose that Bullet predicts for the end of the step; anything else stands.
BodyMotion motionOf(const btCollisionObject& object, btScalar timeStep);

/// Links of multi-bodies do not tell their forces: contacts of theirs are looked for as far out as stock
/// looks. Metres; 0 for all others.
btScalar marginForUnknownForces(const btCollisionObject& object);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
