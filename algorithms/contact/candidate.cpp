#include "algorithms/contact/candidate.h"

namespace ricochet {

ContactPoint contactPointOf(const Candidate& candidate, const Pose& a, const Pose& b, Real restGap) {
    const auto local = [](const Pose& pose, const Vec3& point) {
        return Vec3(pose.rotation.transpose() * (point - pose.translation));
    };
    ContactPoint point;
    point.onA = candidate.onA;
    point.onB = candidate.onB;
    point.normal = candidate.normal;
    point.distance = candidate.gap - restGap;
    point.faceA = candidate.faceA;
    point.faceB = candidate.faceB;
    point.key = candidate.key;
    point.localOnA = local(a, candidate.onA);
    point.localOnB = local(b, candidate.onB);
    return point;
}

}  // namespace ricochet
