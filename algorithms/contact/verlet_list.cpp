#include "algorithms/contact/verlet_list.h"

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/features/pair_filter.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/room.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr Real kSteps = 8;                              // like the last one: for so many a list is meant
constexpr Real kLeastSteps = 4;                         // a list that lasts shorter does not pay off
constexpr Real kLeastSlack = 0.1, kLargestSlack = 0.5;  // query distances
constexpr Real kNotSwept = 0.05;                        // radii: up to this motion present contacts suffice

bool covers(const FeatureRange& wide, const FeatureRange& range, Real moved, Real rotation) {
    return range.above + moved <= wide.above && range.below + moved <= wide.below &&
           range.extension + moved <= wide.extension && range.queryDistance + moved <= wide.queryDistance &&
           range.crossing + moved <= wide.crossing && range.sine + rotation <= wide.sine &&
           range.findsVertexContacts == wide.findsVertexContacts;
}

FeatureRange widened(FeatureRange range, Real slack, Real rotation) {
    for (Real* const distance :
         {&range.above, &range.below, &range.extension, &range.queryDistance, &range.crossing}) {
        *distance += slack;
    }
    range.sine += rotation;
    return range;
}

/// The budget counts pairs only above it, and never those of a list. It does not matter where the bodies move
/// so little that a coarse search would be as wide as the full one.
bool fitsBudget(Real pairs, const PairInput& input, const ContactSettings& settings,
                const SpeculativeMargin& margin, const PersistentContacts& memory) {
    return pairs <= settings.pairBudget || !coarseMargin(input, settings, memory.depth, margin);
}

/// Present distance up to which faces may be found by any search of this step, each at its own poses.
Real farthestFound(const SpeculativeMargin& margin) {
    Real farthest = margin.queryDistance;
    for (const ProximitySearch& search : margin.searches)
        farthest = std::max(farthest, search.queryDistance + search.approach);
    return farthest;
}

/// Whether the list tells that no search of this step finds anything.
bool isApart(const PairInput& input, const SpeculativeMargin& margin, const VerletList& list) {
    return list.found == 0 &&
           farthestFound(margin) + displacementSince(list.pose, input) <= list.range.queryDistance;
}

bool mayBeListed(const PairInput& input, const ContactSettings& settings, const PersistentContacts& memory) {
    return settings.listsFacePairs && memory.depth && !memory.isOverBudget && input.step.timeStep > 0 &&
           !input.step.isQuery;
}

/// Whether a list of pairs may replace the searches: only one that is not cut into parts, and not of two open
/// surfaces, of which a sample may do.
bool mayHavePairs(const PairInput& input, const SpeculativeMargin& margin) {
    return margin.parts == 1 && !(input.a.mesh().isTwoSided() && input.b.mesh().isTwoSided());
}

/// Lists nothing, if that holds for some steps. False if faces are near.
bool makeEmptyList(const NarrowPhase& narrowPhase, const PairInput& input, const SpeculativeMargin& margin,
                   Real motion, PairMemory& pairMemory, PersistentContacts& memory) {
    FeatureRange range;
    range.queryDistance = farthestFound(margin);
    range = widened(range, kLeastSteps * motion, 0);
    FacePairs none;
    if (!narrowPhase.findFacePairsUpTo(0, input.a.instance(), input.b.instance(), range.queryDistance,
                                       pairMemory, none)) {
        return false;
    }
    freeSpareRoom(memory.facePairs);
    memory.list = {range, poseOfSmaller(input), 0};
    memory.firstFacePairs = 0;
    return true;
}

}  // namespace

bool areStillApart(const PairInput& input, const SpeculativeMargin& margin,
                   const PersistentContacts& memory) {
    const std::optional<LastSeparated>& last = memory.lastSeparated;
    const bool wereSeparated =
        memory.points.empty() && last && last->ofSolids && std::isfinite(last->deepest);
    return wereSeparated && input.a.surface->isSolid && input.b.surface->isSolid && memory.list &&
           isApart(input, margin, *memory.list);
}

bool isEmptinessUsed(const PairInput& input, const PersistentContacts& memory) {
    if (!input.step.looksAhead || !memory.points.empty()) return false;
    const Real motion =
        longestApproach(input) + relativeFall(input.a.motion, input.b.motion, input.step.timeStep);
    return motion > kNotSwept * input.smallerRadius();
}

bool needsSearch(const PairInput& input, const SpeculativeMargin& margin, const PersistentContacts& memory) {
    return memory.list && isEmptinessUsed(input, memory) && !isApart(input, margin, *memory.list);
}

bool listHolds(const PairInput& input, const ContactSettings& settings, const SpeculativeMargin& margin,
               const PersistentContacts& memory) {
    const std::optional<VerletList>& list = memory.list;
    if (!list || !mayBeListed(input, settings, memory)) return false;
    if (isApart(input, margin, *list)) return true;
    if (!mayHavePairs(input, margin) || !fitsBudget(list->found, input, settings, margin, memory))
        return false;
    const Real moved = displacementSince(list->pose, input, list->range.queryDistance);
    return covers(list->range, featureRange(margin), moved, moved / input.smallerRadius());
}

bool makeList(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
              const SpeculativeMargin& margin, PairMemory& pairMemory, PersistentContacts& memory) {
    if (!mayBeListed(input, settings, memory)) return false;
    const Real motion = displacementSince(memory.depth->pose, input);
    if (memory.facePairs.empty() && narrowPhase.endsEarly() &&
        makeEmptyList(narrowPhase, input, margin, motion, pairMemory, memory))
        return true;
    if (!mayHavePairs(input, margin) || isEmptinessUsed(input, memory)) return false;
    const Real largest = kLargestSlack * margin.queryDistance;
    if (kLeastSteps * motion > largest) return false;
    const Real slack = std::clamp(kSteps * motion, kLeastSlack * margin.queryDistance, largest);
    // The number of pairs grows about with the square of the distance.
    const Real growth = 1 + slack / margin.queryDistance;
    const Real expected = growth * growth * static_cast<Real>(memory.facePairs.size());
    if (!fitsBudget(expected, input, settings, margin, memory)) return false;
    const FeatureRange range = widened(featureRange(margin), slack, slack / input.smallerRadius());
    thread_local FacePairs found;  // reused, so that no memory is allocated
    narrowPhase.findFacePairs(input.a.instance(), input.b.instance(), range.queryDistance, pairMemory, found);
    if (!fitsBudget(static_cast<Real>(found.size()), input, settings, margin, memory)) return false;
    memory.list = {range, poseOfSmaller(input), static_cast<Index>(found.size())};
    memory.facePairs.clear();
    for (const PairMask& mask : filterPairs(input, range, found)) memory.facePairs.push_back(mask.faces);
    freeSpareRoom(memory.facePairs);
    memory.firstFacePairs = memory.facePairs.size();
    return true;
}

}  // namespace ricochet
