#include "algorithms/contact/depth_bound.h"

#include "algorithms/geometry/rigid_motion.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

bool isSmallerA(const PairInput& input) { return input.a.surface->radius <= input.b.surface->radius; }

}  // namespace

Real displacementSince(const Pose& before, const PairInput& input, Real beyond) {
    const ContactSurface& smaller = isSmallerA(input) ? *input.a.surface : *input.b.surface;
    const Pose now = poseOfSmaller(input);
    return (transformPoint(now, smaller.centre) - transformPoint(before, smaller.centre)).norm() +
           (smaller.radius + beyond) * (now.rotation - before.rotation).norm();
}

Pose poseOfSmaller(const PairInput& input) {
    return isSmallerA(input) ? seenFrom(input.b.pose, input.a.pose) : seenFrom(input.a.pose, input.b.pose);
}

Real deepestSince(const DepthBound& before, const PairInput& input) {
    return before.deepest + displacementSince(before.pose, input);
}

Real deepestSince(const LastSeparated& before, const PairInput& input) {
    const Pose pose = isSmallerA(input) ? before.aInB : seenFrom(before.aInB, Pose{});
    return deepestSince(DepthBound{before.deepest, pose}, input);
}

DepthBound depthBound(std::span<const Candidate> candidates, const PairInput& input) {
    DepthBound depth{0, poseOfSmaller(input)};
    for (const Candidate& candidate : candidates) {
        depth.deepest = std::max(depth.deepest, -candidate.gap);
        if (isOfPenetration(candidate)) continue;
        depth.deepestFeature = std::max(depth.deepestFeature, -candidate.gap);
    }
    return depth;
}

Real deepestNow(const PairInput& input, const std::optional<DepthBound>& last) {
    if (!last || input.step.timeStep <= 0 || !input.a.surface->isSolid || !input.b.surface->isSolid) {
        return std::numeric_limits<Real>::infinity();
    }
    return deepestSince(*last, input);
}

}  // namespace ricochet
