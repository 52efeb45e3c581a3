#include "algorithms/contact/feature_depth.h"

#include "algorithms/geometry/rigid_motion.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

bool isSmallerA(const ContactInput& input) { return input.surfaceA->radius <= input.surfaceB->radius; }

/// The smaller body's in the other one's frame: a large one's points are far from its origin.
Pose poseOfSmaller(const ContactInput& input) {
    return isSmallerA(input) ? seenFrom(input.b.pose, input.a.pose) : seenFrom(input.a.pose, input.b.pose);
}

/// No point that is as near to the origin moves farther.
Real longestWay(const Pose& from, const Pose& to, Real radius) {
    return (to.translation - from.translation).norm() + radius * (to.rotation - from.rotation).norm();
}

}  // namespace

FeatureDepth depthOf(std::span<const Candidate> candidates, const ContactInput& input) {
    FeatureDepth depth{0, poseOfSmaller(input)};
    for (const Candidate& candidate : candidates) depth.deepest = std::max(depth.deepest, -candidate.gap);
    return depth;
}

Real deepestNow(const ContactInput& input, const std::optional<FeatureDepth>& last) {
    if (!last || input.timeStep <= 0 || !input.surfaceA->isSolid || !input.surfaceB->isSolid) {
        return std::numeric_limits<Real>::infinity();
    }
    const Real radius = std::min(input.surfaceA->radius, input.surfaceB->radius);
    return last->deepest + longestWay(last->pose, poseOfSmaller(input), radius);
}

}  // namespace ricochet
