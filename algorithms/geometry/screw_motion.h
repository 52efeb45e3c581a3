#pragma once

#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// A turn about an axis and a shift along it, both even: what leads from any pose to any other (Chasles).
/// Time runs from 0 to 1.
struct ScrewMotion {
    Vec3 point = Vec3::Zero();  ///< of the axis
    Vec3 axis = Vec3::UnitX();  ///< unit; where nothing turns, the direction of the shift
    Real angle = 0;             ///< radians, 0 … pi
    Real rise = 0;              ///< metres along the axis
};

/// From one pose of a body to another. The point of the axis is the one nearest to where the origin of the
/// body goes through half of the path. Where the matrices are rotations only nearly, the screw ends that
/// near.
ScrewMotion screwBetween(const Pose& from, const Pose& to);

/// A screw is the rigid motion whose centre lies on the axis and shifts along it.
RigidMotion rigidMotionOf(const ScrewMotion& screw, const Pose& poseAt0);

/// Where a point of the body comes that is at `point` at time 0.
Vec3 screwed(const ScrewMotion& screw, const Vec3& point, Real time);

/// All places to which a sphere about a point of the body comes, in the time from 0 to 1: the box of a piece
/// of a helix, whose extremes along each axis are known in closed form.
Aabb sweptSphereBox(const ScrewMotion& screw, const Vec3& centre, Real radius);

/// How A moves as seen from B, nearly: by the screw between its poses at both ends.
struct RelativeScrew {
    Pose poseAt0;       ///< of A, in B's frame
    ScrewMotion screw;  ///< in B's frame
    Real deviation;     ///< metres: how far a point of A may be from where the screw has it
};

/// For points within `radius` (metres) of A's centre. Shorter steps: four times less for half of one.
RelativeScrew relativeScrew(const RigidMotion& a, const RigidMotion& b, Real radius);

}  // namespace ricochet
