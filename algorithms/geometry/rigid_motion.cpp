#include "algorithms/geometry/rigid_motion.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

Matrix3 rotationAt(const RigidMotion& motion, Real time) {
    return Eigen::AngleAxis<Real>(motion.angle * time, motion.axis).toRotationMatrix();
}

/// The greatest value of `measure` at the corners of the box.
template <class Measure>
Real largestOverCorners(const Aabb& box, Measure&& measure) {
    Real largest = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 point((corner & 1 ? box.max : box.min).x(), (corner & 2 ? box.max : box.min).y(),
                         (corner & 4 ? box.max : box.min).z());
        largest = std::max(largest, measure(point));
    }
    return largest;
}

}  // namespace

RigidMotion motionBetween(const Pose& poseAt0, const Pose& poseAt1, const Vec3& centre) {
    // The inverse, not the transpose: Bullet's matrices are rotations only to about 1e-7.
    const Matrix3 rotation = poseAt1.rotation * poseAt0.rotation.inverse();
    const Eigen::AngleAxis<Real> aboutAxis(Eigen::Quaternion<Real>(rotation).normalized());
    const Vec3 end = poseAt1.translation + rotation * (centre - poseAt0.translation);
    return {poseAt0, centre, end - centre, aboutAxis.axis(), aboutAxis.angle()};
}

RigidMotion standing(const Pose& pose) {
    RigidMotion motion;
    motion.poseAt0 = pose;
    motion.centre = pose.translation;
    return motion;
}

bool isRotation(const Matrix3& matrix) {
    constexpr Real kError = 0.01;
    return (matrix * matrix.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff() < kError &&
           matrix.determinant() > 0;
}

Pose poseAt(const RigidMotion& motion, Real time) {
    if (time == 0) return motion.poseAt0;
    const Matrix3 rotation = rotationAt(motion, time);
    const Vec3 arm = motion.poseAt0.translation - motion.centre;
    return {rotation * motion.poseAt0.rotation, motion.centre + time * motion.translation + rotation * arm};
}

RigidMotion part(const RigidMotion& motion, Real begin, Real end) {
    return {poseAt(motion, begin), motion.centre + begin * motion.translation,
            (end - begin) * motion.translation, motion.axis, (end - begin) * motion.angle};
}

Moment momentOf(const RigidMotion& motion, Real time) {
    return {time, std::cos(motion.angle * time), std::sin(motion.angle * time)};
}

PointPath pathOf(const RigidMotion& motion, const Vec3& vertex) {
    const Vec3 arm = transformPoint(motion.poseAt0, vertex) - motion.centre;
    const Vec3 along = motion.axis.dot(arm) * motion.axis;
    return {motion.centre + along, motion.translation, arm - along, motion.axis.cross(arm)};
}

// The inverse, not the transpose: Bullet's matrices are rotations only to about 1e-7.
Pose seenFrom(const Pose& frame, const Pose& pose) {
    const Matrix3 inverse = frame.rotation.inverse();
    return {inverse * pose.rotation, inverse * (pose.translation - frame.translation)};
}

Real chordDeviation(Real radius, Real angle) {
    // A path deviates from uniform motion along its chord by at most acceleration * time² / 8.
    return radius * angle * angle / 8;
}

Real radiusAboutCentre(const RigidMotion& motion, const Aabb& box) {
    return largestOverCorners(box, [&](const Vec3& corner) {
        return (transformPoint(motion.poseAt0, corner) - motion.centre).norm();
    });
}

Real turnRadius(const RigidMotion& motion, const Aabb& box) {
    return largestOverCorners(box, [&](const Vec3& corner) { return pathOf(motion, corner).radius(); });
}

Real turnDisplacement(const RigidMotion& motion, const Aabb& box) {
    return motion.angle == 0 ? 0 : 2 * turnRadius(motion, box) * std::sin(motion.angle / 4);
}

}  // namespace ricochet
