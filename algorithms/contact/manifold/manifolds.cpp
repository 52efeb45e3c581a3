#include "algorithms/contact/manifold/manifolds.h"

#include "algorithms/contact/manifold/patches.h"
#include "algorithms/contact/manifold/turning.h"
#include "algorithms/contact/manifold/warm_start.h"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

ContactPoint pointOf(const Candidate& c, const ManifoldInput& input) {
    const PairMotion& motion = input.motion;
    const ContactArc arc = contactArcOf(c, motion.a, motion.b, motion.timeStep, motion.restGap);
    ContactPoint point = contactPointOf(c, input.a, input.b, motion.restGap);
    point.normal = arc.normal;
    point.distance += arc.widening;
    point.actsAfter = arc.actsAfter;
    return point;
}

std::vector<bool> whichAreOld(std::span<const Candidate> candidates, const std::vector<ContactPoint>& last) {
    std::vector<std::uint64_t> keys(last.size());
    std::ranges::transform(last, keys.begin(), &ContactPoint::key);
    std::ranges::sort(keys);
    std::vector<bool> isOld(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        isOld[i] = std::ranges::binary_search(keys, candidates[i].key);
    }
    return isOld;
}

/// None for springs, which let points come inside.
std::optional<PairMotion> foretold(const ManifoldInput& input) {
    return input.isCompliant ? std::nullopt : std::optional(input.motion);
}

}  // namespace

void writeManifolds(std::span<const Candidate> candidates, const ManifoldInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, ContactMemory& memory) {
    const std::vector<bool> isOld = whichAreOld(candidates, memory.points);
    std::vector<ContactPoint> points;
    memory.patches.clear();
    for (const ChosenPatch& patch : choosePatches(candidates, isOld, margin, maxPatches, foretold(input))) {
        memory.patches.push_back(
            {patch.normal, static_cast<Index>(points.size()), static_cast<Index>(patch.chosen.size())});
        for (const Index i : patch.chosen) points.push_back(pointOf(candidates[i], input));
    }
    matchToLastStep(memory.points, input.smallerRadius, points);
    memory.points = std::move(points);
}

}  // namespace ricochet
