#include "algorithms/geometry/rigid_motion.h"

#include <Eigen/Geometry>

#include <cmath>

namespace ricochet {
namespace {

Matrix3 rotationAt(const RigidMotion& motion, Real time) {
    return Eigen::AngleAxis<Real>(motion.angle * time, motion.axis).toRotationMatrix();
}

/// Of the farthest corner of the box from the axis of rotation, metres.
Real radiusAbout(const RigidMotion& motion, const Aabb& box) {
    Real farthest = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 own((corner & 1 ? box.max : box.min).x(), (corner & 2 ? box.max : box.min).y(),
                       (corner & 4 ? box.max : box.min).z());
        const Vec3 arm = place(motion.poseAt0, own) - motion.centre;
        farthest = std::max(farthest, motion.axis.cross(arm).norm());
    }
    return farthest;
}

}  // namespace

RigidMotion motionBetween(const Pose& poseAt0, const Pose& poseAt1, const Vec3& centre) {
    RigidMotion motion;
    motion.poseAt0 = poseAt0;
    motion.centre = centre;
    // The inverse, not the transpose: Bullet's matrices are rotations only to about 1e-7.
    const Matrix3 turn = poseAt1.rotation * poseAt0.rotation.inverse();
    Eigen::Quaternion<Real> rotation(turn);
    const Eigen::AngleAxis<Real> axisAngle(rotation.normalized());
    motion.axis = axisAngle.axis();
    motion.angle = axisAngle.angle();
    motion.shift = poseAt1.translation + turn * (centre - poseAt0.translation) - centre;
    return motion;
}

RigidMotion standing(const Pose& pose) {
    RigidMotion motion;
    motion.poseAt0 = pose;
    motion.centre = pose.translation;
    return motion;
}

Pose poseAt(const RigidMotion& motion, Real time) {
    const Matrix3 turn = rotationAt(motion, time);
    return {turn * motion.poseAt0.rotation,
            motion.centre + time * motion.shift + turn * (motion.poseAt0.translation - motion.centre)};
}

RigidMotion part(const RigidMotion& motion, Real begin, Real end) {
    return {poseAt(motion, begin), motion.centre + begin * motion.shift, (end - begin) * motion.shift,
            motion.axis, (end - begin) * motion.angle};
}

Vec3 PointPath::at(Real time) const {
    return fixed + time * shift + std::cos(angle * time) * cosine + std::sin(angle * time) * sine;
}

Real PointPath::deviation(Real span) const {
    // A curve leaves its even chord by at most an eighth of its acceleration times the square of the span.
    const Real turn = angle * span;
    return cosine.norm() * turn * turn / 8;
}

PointPath pathOf(const RigidMotion& motion, const Vec3& vertex) {
    const Vec3 arm = place(motion.poseAt0, vertex) - motion.centre;
    const Vec3 along = motion.axis.dot(arm) * motion.axis;
    return {motion.centre + along, motion.shift, arm - along, motion.axis.cross(arm), motion.angle};
}

Real turnReach(const RigidMotion& motion, const Aabb& box) {
    return motion.angle == 0 ? 0 : 2 * radiusAbout(motion, box) * std::sin(motion.angle / 4);
}

}  // namespace ricochet
