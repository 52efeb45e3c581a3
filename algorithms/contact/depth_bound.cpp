#include "algorithms/contact/depth_bound.h"

#include "algorithms/geometry/rigid_motion.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

bool isSmallerA(const ContactInput& input) { return input.surfaceA->radius <= input.surfaceB->radius; }

/// Upper bound of the displacement of any point of the surface.
Real mostDisplacement(const Pose& from, const Pose& to, const ContactSurface& surface) {
    return (transformPoint(to, surface.centre) - transformPoint(from, surface.centre)).norm() +
           surface.radius * (to.rotation - from.rotation).norm();
}

}  // namespace

Pose poseOfSmaller(const ContactInput& input) {
    return isSmallerA(input) ? seenFrom(input.b.pose, input.a.pose) : seenFrom(input.a.pose, input.b.pose);
}

Real deepestSince(const DepthBound& before, const ContactInput& input) {
    const ContactSurface& smaller = isSmallerA(input) ? *input.surfaceA : *input.surfaceB;
    return before.deepest + mostDisplacement(before.pose, poseOfSmaller(input), smaller);
}

Real deepestSince(const LastSeparated& before, const ContactInput& input) {
    const Pose pose = isSmallerA(input) ? before.aInB : seenFrom(before.aInB, Pose{});
    return deepestSince(DepthBound{before.deepest, pose}, input);
}

DepthBound depthBound(std::span<const Candidate> candidates, const ContactInput& input) {
    DepthBound depth{0, poseOfSmaller(input)};
    for (const Candidate& candidate : candidates) depth.deepest = std::max(depth.deepest, -candidate.gap);
    return depth;
}

Real deepestNow(const ContactInput& input, const std::optional<DepthBound>& last) {
    if (!last || input.timeStep <= 0 || !input.surfaceA->isSolid || !input.surfaceB->isSolid) {
        return std::numeric_limits<Real>::infinity();
    }
    return deepestSince(*last, input);
}

}  // namespace ricochet
