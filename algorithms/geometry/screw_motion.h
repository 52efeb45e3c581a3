#pragma once

#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// A uniform rotation about an axis and translation along it; one leads from any pose to any other (Chasles).
/// Time runs from 0 to 1.
struct ScrewMotion {
    Vec3 point = Vec3::Zero();  ///< of the axis
    Vec3 axis = Vec3::UnitX();  ///< unit; without rotation, the direction of translation
    Real angle = 0;             ///< radians, 0 … pi
    Real rise = 0;              ///< metres along the axis
};

/// From one pose of a body to another. The point of the axis is the one nearest to the position of the body's
/// origin at half time. If the matrices are only approximately rotations, so is the screw's end.
ScrewMotion screwBetween(const Pose& from, const Pose& to);

/// A screw is the rigid motion whose centre lies on the axis and moves along it.
RigidMotion rigidMotionOf(const ScrewMotion& screw, const Pose& poseAt0);

/// The path of a point of the body that is at `point` at time 0.
Vec3 screwed(const ScrewMotion& screw, const Vec3& point, Real time);

/// The box of all positions of a sphere about a point of the body in the time from 0 to 1: that of a part of
/// a helix, whose extremes along each axis have a closed form.
Aabb sweptSphereBox(const ScrewMotion& screw, const Vec3& centre, Real radius);

/// The motion of A relative to B, approximated by the screw between its poses at both ends.
struct RelativeScrew {
    Pose poseAt0;       ///< of A, in B's frame
    ScrewMotion screw;  ///< in B's frame
    Real deviation;     ///< metres: bound of the error of the position of any point of A
};

/// For points within `radius` (metres) of A's centre. Half the duration reduces the deviation by four.
RelativeScrew relativeScrew(const RigidMotion& a, const RigidMotion& b, Real radius);

}  // namespace ricochet
