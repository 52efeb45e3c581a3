#include "algorithms/wide_tree/coherence.h"

#include "algorithms/geometry/room.h"

#include <algorithm>
#include <cmath>

namespace ricochet::wide_tree {
namespace {

/// Number of steps like the last one for which a front is intended, and for which it must last.
constexpr Real kMostSteps = 4;
constexpr Real kLeastSteps = 1.25;
/// A margin above this part of a leaf's width makes the front too long.
constexpr Real kLargestMargin = 0.5;

/// A front pays off if making it costs little more than the descent that it saves in each later step, and if
/// its pairs of leaves cost little: each as much as this many box tests of a descent, in which sixty-four
/// share their projections.
constexpr Real kMostForMaking = 1.6;
constexpr Real kTestsPerLeafPair = 6;
/// Number of queries after a front that was too long before another one is tried.
constexpr int kPause = 32;

/// The displacement of a point of B in A's frame.
Vec3 motionOf(const Vec3& point, const RelativePose& before, const RelativePose& now) {
    return (now.rotation - before.rotation) * point + (now.translation - before.translation);
}

}  // namespace

// The difference of two affine maps is affine, and the length of its values convex: no point moves farther
// than the corner that moves most.
Real displacement(const RelativePose& before, const RelativePose& now, const FrameBox& boxOfB) {
    const Matrix3 rotation = now.rotation - before.rotation;
    const Matrix3 sides = rotation * boxOfB.frame().cast<Real>().transpose() *
                          Vec3(boxOfB.half[0], boxOfB.half[1], boxOfB.half[2]).asDiagonal();
    const Vec3 middle = motionOf(boxOfB.origin(), before, now);
    Real maximum = 0;
    for (int corner = 0; corner < 4; ++corner) {  // and the one opposite
        const Vec3 signs(1, corner & 1 ? 1 : -1, corner & 2 ? 1 : -1);
        const Vec3 offset = sides * signs;
        maximum = std::max({maximum, (middle + offset).squaredNorm(), (middle - offset).squaredNorm()});
    }
    // A little more, for the rounding of boxes to float and of all this.
    return 1.00001 * std::sqrt(maximum);
}

bool Front::holdsAt(const RelativePose& now, const Tree& treeB) const {
    if (!(now.queryDistance <= listedDistance)) return false;
    // Placement errors count at both poses, for both bodies.
    const Real moved = displacement(pose, now, treeB.boxOf(treeB.root)) +
                       4 * (Real{pose.placementError} + Real{now.placementError});
    return now.queryDistance + moved <= listedDistance;
}

float marginFor(Coherence& known, const RelativePose& now, const Tree& treeA, const Tree& treeB) {
    if (known.queryDistance < 0 || known.pause-- > 0) return 0;
    known.pause = 0;
    const Real largest = kLargestMargin * std::max(treeA.leafWidth, treeB.leafWidth);
    const FrameBox& boxOfB = treeB.boxOf(treeB.root);
    // The middle alone is computed quickly, and often shows that bodies have moved too far.
    const Vec3 middle = motionOf(boxOfB.origin(), known.pose, now);
    if (kLeastSteps * middle.lpNorm<Eigen::Infinity>() > largest) return 0;
    const Real motion = displacement(known.pose, now, boxOfB);
    return kLeastSteps * motion <= largest ? static_cast<float>(std::min(kMostSteps * motion, largest)) : 0;
}

void Coherence::reviewFront(std::uint64_t boxTests) {
    const auto descent = static_cast<Real>(testsOfDescent);
    const auto pairs = static_cast<Real>(front.leaves.size());
    if (static_cast<Real>(boxTests) <= kMostForMaking * descent && kTestsPerLeafPair * pairs <= descent)
        return;
    front.leaves.clear();
    freeSpareRoom(front.leaves);
    front.listedDistance = -1;
    pause = kPause;
}

}  // namespace ricochet::wide_tree
