#include "algorithms/round_shapes/round_pair.h"

#include <cassert>

namespace ricochet::round_shapes {
namespace {

// Part of the smaller radius: impacts farther ahead are found by sweeping.
constexpr Real kFarthest = 0.25;

// The direction from a round surface to a feature is exact but for the rounding of positions.
constexpr Real kLeastSine = 1e-4;

/// Metres: radius about points of the body; zero for a hull of spheres, whose parts have several.
Real rounding(const RoundShape& shape) {
    const auto* const frustum = std::get_if<Frustum>(&shape.solid);
    return frustum ? frustum->growth : 0;
}

}  // namespace

RoundPair::RoundPair(const PairInput& given)
    : input(given),
      roundIsA(given.a.round != nullptr),
      round(roundIsA ? given.a : given.b),
      mesh(roundIsA ? given.b : given.a) {
    assert(round.round && mesh.model && mesh.surface);
}

SpeculativeMargin RoundPair::margin(const ContactSettings& settings, const PersistentContacts& last) const {
    const Real depth = deepestSpring(last, input.step);
    return marginWithoutSearches(input, settings,
                                 {.lastDepth = depth, .followedDepth = depth, .farthest = kFarthest});
}

Candidate RoundPair::candidateOf(const Touch& touch) const {
    const Vec3 normal = (mesh.pose.rotation * touch.normal).normalized();
    const Vec3 onMesh = transformPoint(mesh.pose, touch.onMesh);
    return {.onA = onMesh + touch.gap * normal,
            .onB = onMesh,
            .normal = normal,
            .gap = touch.gap,
            .faceA = 0,
            .faceB = touch.face,
            .key = touch.key};
}

InternalEdges RoundPair::internalEdges(const NarrowPhase& narrowPhase, Real coneTolerance) const {
    return {narrowPhase, input, !roundIsA, round.pose.translation, coneTolerance, kLeastSine};
}

ContactPoint RoundPair::pointOf(const Candidate& c) const {
    ContactPoint point = contactPoint(roundIsA ? c : exchanged(c, c.key), input);
    (roundIsA ? point.roundingA : point.roundingB) = rounding(*round.round);
    const bool isOnCorner =
        featurePair(c.key) != FeaturePair::vertexFace && featurePair(c.key) != FeaturePair::bodies;
    point.normalOwner = isOnCorner ? NormalOwner::points : roundIsA ? NormalOwner::b : NormalOwner::a;
    return point;
}

}  // namespace ricochet::round_shapes
