#pragma once

#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// How a body moves, in the world.
struct BodyMotion {
    Vec3 centre = Vec3::Zero();           ///< centre of rotation
    Vec3 linearVelocity = Vec3::Zero();   ///< m/s
    Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
    Vec3 gravity = Vec3::Zero();  ///< m/s², not yet contained in the velocity; zero for a static body
    Real inverseMass = 0;         ///< 1/kg; 0 for a body that impulses do not move
    Matrix3 inverseInertia = Matrix3::Zero();  ///< 1/(kg m²), about the centre, in the world
};

/// m/s, of the body's point at `point`.
inline Vec3 velocityAt(const BodyMotion& motion, const Vec3& point) {
    return motion.linearVelocity + motion.angularVelocity.cross(point - motion.centre);
}

/// Metres that two bodies may fall towards one another within a step.
inline Real relativeFall(const BodyMotion& a, const BodyMotion& b, Real timeStep) {
    return timeStep * timeStep * (a.gravity - b.gravity).norm();
}

/// How the body will have rotated after `time` seconds.
Matrix3 rotationAfter(const BodyMotion& motion, Real time);

/// Lever arm in metres: from the body's centre to its given point, after `time` seconds.
Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time);

/// How a body moves in a step if nothing stops it.
RigidMotion freeMotion(const Pose& pose, const BodyMotion& motion, Real timeStep);

}  // namespace ricochet
