#pragma once

#include "algorithms/geometry/aabb.h"

namespace ricochet {

/// One step of a rigid body: a centre moves straight and evenly, and the body turns evenly about an axis
/// through it, as Bullet's integrator has it. Time runs from 0 to 1.
struct RigidMotion {
    Pose poseAt0;
    Vec3 centre = Vec3::Zero();  ///< world, at time 0
    Vec3 shift = Vec3::Zero();   ///< metres: the displacement of the centre
    Vec3 axis = Vec3::UnitX();   ///< unit, world
    Real angle = 0;              ///< radians, 0 … pi
};

/// From one pose to another about `centre`, a point of the body given in the world at time 0. Where the
/// matrices are rotations only nearly, the motion ends that near to `poseAt1`.
RigidMotion motionBetween(const Pose& poseAt0, const Pose& poseAt1, const Vec3& centre);

/// Of a body that stays where it is.
RigidMotion standing(const Pose& pose);

Pose poseAt(const RigidMotion& motion, Real time);

/// A body's pose in the frame of another one.
Pose seenFrom(const Pose& frame, const Pose& pose);

/// What happens from time `begin` to time `end`, as a motion of its own.
RigidMotion part(const RigidMotion& motion, Real begin, Real end);

/// A moment of a motion: time, and how far the body has turned.
struct Moment {
    Real time, cosine, sine;
};
Moment momentOf(const RigidMotion& motion, Real time);

/// How a point of the body moves: fixed + shift t + cosine cos(angle t) + sine sin(angle t).
struct PointPath {
    Vec3 fixed, shift, cosine, sine;

    Vec3 at(const Moment& moment) const {
        return fixed + moment.time * shift + moment.cosine * cosine + moment.sine * sine;
    }
    /// Metres a unit of time; `angle` is the motion's.
    Vec3 velocity(const Moment& moment, Real angle) const {
        return shift + angle * (moment.cosine * sine - moment.sine * cosine);
    }
    /// Metres from the axis.
    Real radius() const { return cosine.norm(); }
};

/// `vertex` in the body's own frame.
PointPath pathOf(const RigidMotion& motion, const Vec3& vertex);

/// Metres: a point this far from the axis that turns by `angle` (radians) is nowhere farther from where it
/// would be had it gone from its first place to its last straight and evenly.
Real chordDeviation(Real radius, Real angle);

/// Metres: no point of `box` (in the body's own frame) is farther from the centre of the motion.
Real radiusAboutCentre(const RigidMotion& motion, const Aabb& box);

/// Metres: no point of `box` (in the body's own frame) is farther from the axis about which the body turns.
Real turnRadius(const RigidMotion& motion, const Aabb& box);

/// Metres: between time 1/2 and any other, turning moves no point of `box` (in the body's own frame) farther.
Real turnDisplacement(const RigidMotion& motion, const Aabb& box);

}  // namespace ricochet
