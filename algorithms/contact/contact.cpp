#include "algorithms/contact/contact.h"

#include "algorithms/contact/counted_pairs.h"
#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/features/internal_edges.h"
#include "algorithms/contact/manifold/compliant_contacts.h"
#include "algorithms/contact/manifolds.h"
#include "algorithms/contact/penetration/back_sides.h"
#include "algorithms/contact/penetration/deep_contacts.h"
#include "algorithms/contact/penetration/entangled_bodies.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/contact/verlet_list.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/room.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

/// Face pairs per face, or per pair of the budget, above which meshes are crowded, and a sample of their
/// faces replaces all. A face of a regular mesh has 13 faces of a flush one beside it.
constexpr std::size_t kCrowd = 16;
/// Likewise in place of a smaller budget: fewer pairs take no longer than some tens of milliseconds.
constexpr std::size_t kFewCrowd = 4096;
/// In budgets: pairs of the sample that estimates how many are near.
constexpr Index kCrowdSample = 4;
/// Pairs of faces, near or not, of which all may be tested for those that cross: some tens of milliseconds if
/// no box rejects any.
constexpr std::uint64_t kAllTested = 1 << 20;

/// One candidate per key, ascending by key: a vertex over the common edge of two coplanar faces is one
/// contact. Valid until the thread's next call.
std::span<const Candidate> uniqueByKey(const std::vector<Candidate>& candidates) {
    thread_local std::vector<KeyedIndex> order;  // reused, so that no memory is allocated
    order.clear();
    for (const Candidate& c : candidates) order.push_back({c.key, static_cast<Index>(order.size())});
    sortByKey(order);
    const auto rank = [](const Candidate& c) { return std::tuple(c.gap, c.faceA, c.faceB); };
    thread_local std::vector<Candidate> taken;
    taken.clear();
    for (const KeyedIndex& item : order) {
        const Candidate& next = candidates[item.index];
        if (taken.empty() || taken.back().key != next.key) {
            taken.push_back(next);
        } else if (rank(next) < rank(taken.back())) {
            taken.back() = next;
        }
    }
    return taken;
}

FacePairQuery queryFor(const PairInput& input, const ProximitySearch& search, PairMemory& memory) {
    return {.a = {input.a.model, displaced(input.a.pose, search.a)},
            .b = {input.b.model, displaced(input.b.pose, search.b)},
            .queryDistance = search.queryDistance,
            .memory = &memory};
}

/// Finds the face pairs that may come near in the step; pairs that several searches find are repeated. Above
/// the budget only the first impacts count: searches of later parts of the displacement are skipped.
class FaceSearch {
public:
    FaceSearch(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
               PairMemory& pairMemory, PersistentContacts& memory)
        : narrowPhase_(narrowPhase),
          input_(input),
          settings_(settings),
          pairMemory_(pairMemory),
          memory_(memory) {}

    /// Removes from `margin` the searches that were skipped. Whether all faces that cross are among the
    /// pairs, not only a sample of them.
    bool run(SpeculativeMargin& margin) {
        runSearches(margin);
        freeSpareRoom(memory_.facePairs);
        return hasAllCrossings_;
    }

private:
    void runSearches(SpeculativeMargin& margin) {
        memory_.list.reset();
        countsNeedles_ = margin.parts >= kTolerances.needleParts;
        findFirst(margin);
        memory_.firstFacePairs = memory_.facePairs.size();
        thread_local FacePairs more;  // reused, so that no memory is allocated
        for (std::size_t i = 1; i < margin.searches.size(); ++i) {
            if (exceedsBudget(margin)) {
                memory_.isOverBudget = true;
                return margin.searches.resize(i);
            }
            if (!findUncrowded(margin.searches[i], more)) {
                memory_.isOverBudget = true;
                return margin.searches.resize(i);
            }
            memory_.facePairs.insert(memory_.facePairs.end(), more.begin(), more.end());
            ends_.push_back(memory_.facePairs.size());
        }
    }

    /// The coarse margin replaces the full one if that finds too many pairs. It is searched first if the last
    /// step was over budget, and alone if the last step's pairs already exceed the budget now.
    void findFirst(SpeculativeMargin& margin) {
        const bool wasOverBudget = std::exchange(memory_.isOverBudget, false);
        if (areOpen() && (wasOverBudget || isWorthCounting()) && takeTangle(margin)) return;
        auto coarse = wasOverBudget || isWorthCounting() ? coarseFor(margin) : std::nullopt;
        const bool isKnown = coarse && lastStepExceedsBudget(margin);
        thread_local FacePairs coarsePairs;  // likewise
        coarsePairs.clear();
        const auto takeSampleOfCoarse = [&] {
            margin = std::move(*coarse);
            takeSample(margin);
        };
        if (coarse && (isKnown || wasOverBudget) && !findUncrowded(coarse->searches.front(), coarsePairs))
            return takeSampleOfCoarse();
        const bool exceeds =
            isKnown || (coarse && wasOverBudget && willExceedBudget(coarsePairs, *coarse, margin));
        if (!exceeds) {
            const Found found = runFullSearch(margin);
            if (found == Found::few) return;
            if (!coarse) coarse = coarseFor(margin);
            if (!coarse && found == Found::crowd) return takeSample(margin);
            if (!coarse || (found == Found::many && !exceedsBudget(margin))) return;
            if (coarsePairs.empty() && !findUncrowded(coarse->searches.front(), coarsePairs))
                return takeSampleOfCoarse();
        }
        memory_.isOverBudget = true;
        memory_.facePairs.swap(coarsePairs);
        restartCounts();
        budget_ = static_cast<Index>(kTolerances.coarseBudget * settings_.pairBudget);
        margin = std::move(*coarse);
    }

    std::optional<SpeculativeMargin> coarseFor(const SpeculativeMargin& margin) const {
        return coarseMargin(input_, settings_, memory_.depth, margin);
    }

    /// Pairs of the last step that are near now are a subset of what the full search would find.
    bool lastStepExceedsBudget(const SpeculativeMargin& margin) {
        const std::span<const FacePair> last = std::span(memory_.facePairs).first(memory_.firstFacePairs);
        return last.size() > budget_ && count(last, margin.searches.front(), budget_) > budget_;
    }

    /// What the first search of the full margin found. `few` need not be counted; `crowd`: more than it
    /// takes.
    enum class Found { few, many, crowd };
    Found runFullSearch(SpeculativeMargin& margin) {
        if (!areOpen() || !findUpTo(tangledPairs(), margin.searches.front(), memory_.facePairs)) {
            if (areOpen() && takeTangle(margin)) return Found::few;
            if (!findUncrowded(margin.searches.front(), memory_.facePairs)) return Found::crowd;
        }
        restartCounts();
        return isWorthCounting() ? Found::many : Found::few;
    }

    /// False if the meshes are crowded; then `out` holds no pairs. Searches of a narrow phase that returns
    /// many pairs that are not near end early for nothing, but have the same result.
    bool findUncrowded(const ProximitySearch& search, FacePairs& out) {
        if (findUpTo(crowd(), search, out)) return true;
        if (estimateNear(query(search), crowdSample()) > 2.0 * static_cast<Real>(crowd())) return false;
        find(search, out);
        return true;
    }
    std::size_t crowd() const {
        const std::size_t faces = std::size_t{input_.a.mesh().faceCount()} + input_.b.mesh().faceCount();
        return kCrowd * std::max({kFewCrowd, std::size_t{settings_.pairBudget}, faces});
    }
    Index crowdSample() const { return kCrowdSample * settings_.pairBudget; }

    /// Of crowded meshes an even sample of the faces that are near has contacts. Of those that cross it may
    /// have none: they are added, unless they exceed the budget or would be searched for too long.
    void takeSample(SpeculativeMargin& margin) {
        FacePairs near = sampleNear(query(margin.searches.front()), crowdSample());
        const std::size_t most = std::max(Index{1}, sampledPairs());
        const std::size_t taken = std::min(near.size(), most);
        for (std::size_t i = 0; i < taken; ++i) near[i] = near[i * near.size() / taken];
        near.resize(taken);
        takeInstead(near);
        margin.searches.resize(1);
        addCrossings();
    }
    void addCrossings() {
        if (std::uint64_t{input_.a.mesh().faceCount()} * input_.b.mesh().faceCount() > kAllTested) return;
        thread_local FacePairs crossings;  // reused, so that no memory is allocated
        if (!findUpTo(settings_.pairBudget, ProximitySearch{}, crossings)) return;
        memory_.facePairs.insert(memory_.facePairs.end(), crossings.begin(), crossings.end());
        hasAllCrossings_ = true;
    }
    /// Takes these pairs for all.
    void takeInstead(FacePairs& sample) {
        memory_.isOverBudget = true;
        hasAllCrossings_ = false;
        memory_.facePairs.swap(sample);
        restartCounts();
    }

    bool areOpen() const { return input_.a.mesh().isTwoSided() && input_.b.mesh().isTwoSided(); }

    /// Two open surfaces have no loops that a sample would break. Where most pairs of an even sample of their
    /// faces are near, the sample replaces all pairs.
    bool takeTangle(SpeculativeMargin& margin) {
        FacePairs sample = sampleNear(query(margin.searches.front()), sampledPairs());
        if (sample.size() <= tangledPairs()) return false;
        takeInstead(sample);
        margin.searches.resize(1);
        return true;
    }
    Index sampledPairs() const { return static_cast<Index>(kTolerances.coarseBudget * settings_.pairBudget); }
    Index tangledPairs() const { return sampledPairs() / 2; }

    bool isWorthCounting() const { return memory_.facePairs.size() > budget_; }

    /// Resets the counts to the first search's pairs.
    void restartCounts() {
        ends_ = {memory_.facePairs.size()};
        counted_ = 0;
        near_ = 0;
    }

    bool exceedsBudget(const SpeculativeMargin& margin) {
        if (!isWorthCounting()) return false;
        const std::span<const FacePair> pairs = memory_.facePairs;
        for (; counted_ < ends_.size() && near_ <= budget_; ++counted_) {
            const std::size_t first = counted_ > 0 ? ends_[counted_ - 1] : 0;
            near_ += count(pairs.subspan(first, ends_[counted_] - first), margin.searches[counted_], budget_);
        }
        return near_ > budget_;
    }

    /// The number of pairs grows at least with the square of the distance.
    bool willExceedBudget(const FacePairs& coarsePairs, const SpeculativeMargin& coarse,
                          const SpeculativeMargin& full) {
        const ProximitySearch& search = coarse.searches.front();
        const Real growth = full.searches.front().queryDistance / search.queryDistance;
        return count(coarsePairs, search, settings_.pairBudget) * growth * growth > settings_.pairBudget;
    }

    /// Counts up to `most` + 1.
    Index count(std::span<const FacePair> pairs, const ProximitySearch& search, Index maximum) {
        const FacePairQuery q = query(search);
        const Index byCorners = countNear(pairs, q, maximum);
        if (!countsNeedles_ || byCorners > maximum) return byCorners;
        return byCorners + countNeedles(pairs, q, maximum - byCorners);
    }

    FacePairQuery query(const ProximitySearch& search) { return queryFor(input_, search, pairMemory_); }

    void find(const ProximitySearch& search, FacePairs& out) {
        const FacePairQuery pairQuery = query(search);
        narrowPhase_.findFacePairs(pairQuery.a, pairQuery.b, pairQuery.queryDistance, pairMemory_, out);
    }

    bool findUpTo(std::size_t maximum, const ProximitySearch& search, FacePairs& out) {
        const FacePairQuery q = query(search);
        return narrowPhase_.findFacePairsUpTo(maximum, q.a, q.b, q.queryDistance, pairMemory_, out);
    }

    bool hasAllCrossings_ = true;
    const NarrowPhase& narrowPhase_;
    const PairInput& input_;
    const ContactSettings& settings_;
    PairMemory& pairMemory_;
    PersistentContacts& memory_;
    ScratchVector<std::size_t> ends_;      ///< in memory_.facePairs: end of each search's pairs
    bool countsNeedles_ = false;           ///< set by the full margin
    std::size_t counted_ = 0;              ///< number of searches counted
    Index budget_ = settings_.pairBudget;  ///< smaller for searches of the coarse margin
    Index near_ = 0;                       ///< pairs counted so far; counting stops above the budget
};

/// Makes this contact the only one of the pair.
void setSingleContact(const Candidate& candidate, const PairInput& input, const SpeculativeMargin& margin,
                      PersistentContacts& memory) {
    writeManifolds({&candidate, 1}, input, margin, 1, memory);
    memory.clearFacePairs();
    memory.facePairs = {{candidate.faceA, candidate.faceB}};
    memory.firstFacePairs = 1;
    memory.intersectingPairs = 1;
    memory.speculativeDistance = margin.distance;
    memory.depth = depthBound({&candidate, 1}, input);
}

/// Whether the surfaces cross no deeper than single features detect; true if neither body has an inside.
bool isShallow(const PairInput& input, const SpeculativeMargin& margin, const PersistentContacts& memory) {
    if (!input.a.surface->isSolid && !input.b.surface->isSolid) return true;
    const std::optional<LastSeparated>& last = memory.lastSeparated;
    if (!last) return false;
    const Pose aInB = seenFrom(input.b.pose, input.a.pose);
    const bool isNow = last->aInB.rotation == aInB.rotation && last->aInB.translation == aInB.translation;
    return isNow || deepestSince(*last, input) <= margin.shallowDepth;
}

/// What the whole search would leave behind: no contacts.
void remainApart(const PairInput& input, const SpeculativeMargin& margin, PersistentContacts& memory) {
    noteStillApart(input, memory);
    memory.depth = depthBound({}, input);
    memory.speculativeDistance = margin.distance;
    memory.intersectingPairs = 0;
    memory.patches.clear();
    memory.chosenAt = memory.depth->pose;
}

}  // namespace

FacePairQuery firstQuery(const PairInput& input, const ContactSettings& settings, PairMemory& pairMemory,
                         const PersistentContacts& memory) {
    return queryFor(input, speculativeMargin(input, settings, memory.depth).searches.front(), pairMemory);
}

void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                  PairMemory& pairMemory, PersistentContacts& memory) {
    SpeculativeMargin margin = speculativeMargin(input, settings, memory.depth);
    if (const auto leaving = entangledContact(narrowPhase, input, margin, pairMemory, memory.areEntangled)) {
        return setSingleContact(*leaving, input, margin, memory);
    }
    memory.insideBy.reset();
    memory.isFromList = listHolds(input, settings, margin, memory);
    if (memory.isFromList && areStillApart(input, margin, memory)) return remainApart(input, margin, memory);
    const bool hasAllCrossings = memory.isFromList ||
                                 makeList(narrowPhase, input, settings, margin, pairMemory, memory) ||
                                 FaceSearch(narrowPhase, input, settings, pairMemory, memory).run(margin);

    PlacedFeatures a(input.a.instance(), *input.a.surface), b(input.b.instance(), *input.b.surface);
    thread_local FeatureContacts found;  // reused, so that no memory is allocated
    findFeatureContacts(input, margin, a, b, memory.facePairs, found);
    dropWithoutHistory(input, margin, memory, found.candidates);
    dropBackSides(a.mesh(), b.mesh(), memory.points, found.candidates);
    // The intersection curves of a sample have gaps.
    if (hasAllCrossings) {
        addDeepContacts(narrowPhase, input, margin, a, b, found, memory);
    } else {
        addTangledContact(input, margin, found);
    }

    if (isShallow(input, margin, memory)) dropInternalEdges(narrowPhase, input, margin, found.candidates);

    const std::span<const Candidate> candidates = uniqueByKey(found.candidates);
    memory.depth = depthBound(candidates, input);
    memory.speculativeDistance = margin.distance;
    memory.intersectingPairs = static_cast<Index>(found.intersecting.size());
    writeManifolds(candidates, input, margin, settings.maxPatches, memory);
    if (needsSearch(input, margin, memory))
        FaceSearch(narrowPhase, input, settings, pairMemory, memory).run(margin);
}

}  // namespace ricochet
