#include "algorithms/contact/pair_filter.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

using Four = FaceSketch::Four;
using Corners = FaceSketch::Corners;

// Turning, moving and multiplying in float make up less than 1e-6 of the farthest coordinate; Bullet's
// matrices are rotations to about 1e-7 only.
constexpr Real kDistanceError = 3e-6;

/// Distances of three corners from four planes.
struct CornerDistances {
    Four of[3];
    Four least, most;

    CornerDistances(const FaceSketch& planes, const FaceSketch& corners)
        : of{planes.distances(corners, 0), planes.distances(corners, 1), planes.distances(corners, 2)},
          least(of[0].min(of[1]).min(of[2])),
          most(of[0].max(of[1]).max(of[2])) {}

    /// Whether no plane tells that the two faces are farther apart than this.
    bool areWithin(float distance) const { return least[0] <= distance && most.minCoeff() >= -distance; }
};

Corners cornersAbove(const CornerDistances& distances, Corners asked, float highest, const Four& lowest) {
    Corners above = 0;
    if (asked == 0 || !(distances.least[0] <= highest)) return above;
    for (int k = 0; k < 3; ++k) {
        const Four& d = distances.of[k];
        const bool isAbove = (asked >> k & 1) != 0 && d[0] <= highest && (d - lowest).minCoeff() >= 0;
        above = static_cast<Corners>(above | unsigned{isAbove} << k);
    }
    return above;
}

Four lowestOver(const FaceSketch& face, float below, float error, float extension) {
    const auto past = [&](int k) { return (face.concaveBorders >> k & 1) != 0 ? extension : error; };
    return -Four(below, past(0), past(1), past(2));
}

}  // namespace

PairFilter::PairFilter(const ContactInput& input, const Reach& reach)
    : a_(*input.surfaceA), b_(*input.surfaceB), level_(coneLevelFor(reach.coneTolerance)) {
    const Matrix3 toB = input.b.pose.rotation.inverse();
    const Vec3 between = toB * (input.a.pose.translation - input.b.pose.translation);
    rotation_ = (toB * input.a.pose.rotation).cast<float>();
    translation_ = between.cast<float>();
    const Real error = kDistanceError * (a_.radius + b_.radius + between.norm());
    error_ = static_cast<float>(error);
    above_ = static_cast<float>(reach.farthestGap() + error);
    below_ = static_cast<float>(reach.shallowDepth + error);
    extension_ = static_cast<float>(reach.extension + std::max(reach.deepExtension, reach.motion) + error);
    feelsTips_ = reach.restGap > 0;
    within_ = static_cast<float>(reach.withinNow() + error);
    edgeReach_ = {above_, below_, extension_, error_, static_cast<float>(reach.coneTolerance)};
    movedFaces_.fill(kNone);
}

const FaceSketch& PairFilter::movedA(Index face) {
    const std::size_t place = face % kMovedFaces;
    if (movedFaces_[place] != face) {
        movedFaces_[place] = face;
        moved_[place] = moved(a_.sketches[face], rotation_, translation_);
    }
    return moved_[place];
}

bool PairFilter::conesOppose(const FacePair& pair, const FaceSketch& a, const FaceSketch& b) const {
    const NormalCone& coneA = a_.cones[pair.faceA];
    const NormalCone& coneB = b_.cones[pair.faceB];
    // The angle between the one axis and the reverse of the other is at most the sum of the half angles.
    return a.coneAxis.dot(b.coneAxis) + coneA.cosine[level_] * coneB.cosine[level_] -
               coneA.sine[level_] * coneB.sine[level_] <=
           kConeError;
}

PairVerdict PairFilter::judge(const FacePair& pair) {
    const FaceSketch &a = movedA(pair.faceA), &b = b_.sketches[pair.faceB];
    PairVerdict verdict{};
    const CornerDistances aOverB(b, a);
    const bool isSliver = a.isSliver || b.isSliver;
    const bool mayIntersect = isSliver || aOverB.areWithin(error_);
    const bool oppose = conesOppose(pair, a, b);
    if (!mayIntersect && !oppose) return verdict;
    const CornerDistances bOverA(a, b);
    verdict.mayIntersect = mayIntersect && (isSliver || bOverA.areWithin(error_));
    if (!oppose) return verdict;
    verdict.verticesOfA =
        cornersAbove(aOverB, a.ownVertices, above_, lowestOver(b, below_, error_, extension_));
    verdict.verticesOfB =
        cornersAbove(bOverA, b.ownVertices, above_, lowestOver(a, below_, error_, extension_));
    if (a.ownEdges != 0 && b.ownEdges != 0 && aOverB.areWithin(within_) && bOverA.areWithin(within_)) {
        verdict.edges = edgesThatMayTouch(a, b, edgeReach_);
    }
    if (feelsTips_ && !isSliver) {
        verdict.tipsOfA = cornersAbove(aOverB, a.ownVertices, above_, Four::Constant(-above_));
        verdict.tipsOfB = cornersAbove(bOverA, b.ownVertices, above_, Four::Constant(-above_));
    } else if (feelsTips_) {
        verdict.tipsOfA = a.ownVertices;
        verdict.tipsOfB = b.ownVertices;
    }
    return verdict;
}

}  // namespace ricochet
