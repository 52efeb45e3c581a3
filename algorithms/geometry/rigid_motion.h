#pragma once

#include "algorithms/geometry/aabb.h"

namespace ricochet {

/// One step of a rigid body: a centre moves uniformly on a straight line, and the body rotates uniformly
/// about an axis through it, as in Bullet's integrator. Time runs from 0 to 1.
struct RigidMotion {
    Pose poseAt0;
    Vec3 centre = Vec3::Zero();       ///< world, at time 0
    Vec3 translation = Vec3::Zero();  ///< metres: the displacement of the centre
    Vec3 axis = Vec3::UnitX();        ///< unit, world
    Real angle = 0;                   ///< radians, 0 … pi
};

/// From one pose to another about `centre`, a point of the body given in the world at time 0. If the matrices
/// are only approximately rotations, the motion ends only approximately at `poseAt1`.
RigidMotion motionBetween(const Pose& poseAt0, const Pose& poseAt1, const Vec3& centre);

/// Whether a matrix turns without scaling, shear or reflection: its rows are unit vectors and perpendicular
/// to 0.01, which numbers of two decimal digits meet.
bool isRotation(const Matrix3& matrix);

/// The body stays where it is.
RigidMotion standing(const Pose& pose);

Pose poseAt(const RigidMotion& motion, Real time);

/// A body's pose in the frame of another one.
Pose seenFrom(const Pose& frame, const Pose& pose);

/// The part from time `begin` to time `end`, as a motion of its own.
RigidMotion part(const RigidMotion& motion, Real begin, Real end);

/// A moment of a motion: time, and the body's rotation so far.
struct Moment {
    Real time, cosine, sine;
};
Moment momentOf(const RigidMotion& motion, Real time);

/// Path of a point of the body: fixed + shift t + cosine cos(angle t) + sine sin(angle t).
struct PointPath {
    Vec3 fixed, translation, cosine, sine;

    Vec3 at(const Moment& moment) const {
        return fixed + moment.time * translation + moment.cosine * cosine + moment.sine * sine;
    }
    /// Metres per unit of time; `angle` is the motion's.
    Vec3 velocity(const Moment& moment, Real angle) const {
        return translation + angle * (moment.cosine * sine - moment.sine * cosine);
    }
    /// Metres from the axis.
    Real radius() const { return cosine.norm(); }
};

/// `vertex` in the body's own frame.
PointPath pathOf(const RigidMotion& motion, const Vec3& vertex);

/// Metres: upper bound of the deviation from uniform straight motion, for a point at this distance from the
/// axis that turns by `angle` (radians).
Real chordDeviation(Real radius, Real angle);

/// Metres: upper bound of the distance of points of `box` (in the body's own frame) from the centre of the
/// motion.
Real radiusAboutCentre(const RigidMotion& motion, const Aabb& box);

/// Metres: upper bound of the distance of points of `box` (in the body's own frame) from the rotation axis.
Real turnRadius(const RigidMotion& motion, const Aabb& box);

/// Metres: upper bound of the displacement by rotation of points of `box` (in the body's own frame) between
/// time 1/2 and any other time.
Real turnDisplacement(const RigidMotion& motion, const Aabb& box);

}  // namespace ricochet
