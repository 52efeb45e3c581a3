#pragma once

#include "adapters/precision.h"
#include "algorithms/contact/body_motion.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The motion of an object: of a rigid body, from its velocities and the forces that these do not contain yet
/// (in a Bullet step, gravity and the user's); of a kinematic object, from its interpolation velocities; of a
/// link of a multi-body, from the pose that Bullet predicts for the end of the step. Others are static.
BodyMotion bodyMotion(const btCollisionObject& object, btScalar timeStep);

/// The forces on links of multi-bodies are not accessible: their contacts are searched up to the distance
/// that stock uses, which is that of the smaller object. Metres; 0 if neither object is a link.
btScalar marginForUnknownForces(const btCollisionObject& object0, const btCollisionObject& object1);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
