#pragma once

#include "algorithms/geometry/mesh.h"

namespace ricochet {

/// One step of a rigid body: its centre moves straight and evenly, and the body turns evenly about an axis
/// through it, as Bullet's integrator has it. Time runs from 0 to 1.
struct RigidMotion {
    Pose poseAt0;
    Vec3 centre = Vec3::Zero();  ///< world, at time 0
    Vec3 shift = Vec3::Zero();   ///< metres: where the centre is at time 1, seen from where it was
    Vec3 axis = Vec3::UnitX();   ///< unit, world
    Real angle = 0;              ///< radians, 0 … pi
};

/// The motion from one pose to another about `centre`, a point in the world that is in the body at time 0.
/// Where the matrices are rotations only nearly, the motion ends that near to `poseAt1`.
RigidMotion motionBetween(const Pose& poseAt0, const Pose& poseAt1, const Vec3& centre);

/// A body that stays where it is.
RigidMotion standing(const Pose& pose);

Pose poseAt(const RigidMotion& motion, Real time);

/// The rest of a motion and its beginning as motions of their own: from time `begin` to time `end`.
RigidMotion part(const RigidMotion& motion, Real begin, Real end);

/// How a point of the body moves: x(t) = fixed + shift t + cosine cos(angle t) + sine sin(angle t).
struct PointPath {
    Vec3 fixed, shift, cosine, sine;
    Real angle;

    Vec3 at(Real time) const;
    /// Metres: at no time between two moments that are `span` apart is the point farther than this from
    /// where it would be had it gone straight and evenly from the one to the other.
    Real deviation(Real span) const;
};

/// `vertex` in the body's own frame.
PointPath pathOf(const RigidMotion& motion, const Vec3& vertex);

/// Metres: no point of `box` (in the body's own frame) is farther than this from where it is at time 1/2,
/// apart from what all points share, which is the shift.
Real turnReach(const RigidMotion& motion, const Aabb& box);

}  // namespace ricochet
