#include "algorithms/contact/manifold/manifold_reduction.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ricochet {
namespace {

/// The patch whose normal is nearest, and the cosine between them.
std::pair<std::size_t, Real> nearestPatch(const ScratchVector<ChosenPatch>& patches, const Vec3& normal) {
    std::pair<std::size_t, Real> nearest{0, -std::numeric_limits<Real>::infinity()};
    for (std::size_t k = 0; k < patches.size(); ++k) {
        const Real cosine = patches[k].normal.dot(normal);
        if (cosine > nearest.second) nearest = {k, cosine};
    }
    return nearest;
}

/// `normals`: in the order of `order`, whose keys are set to the patches' numbers. False: there are more
/// directions than patches.
bool groupByNormal(std::span<const Vec3> normals, Index maxPatches, ScratchVector<KeyedIndex>& order,
                   ScratchVector<ChosenPatch>& patches) {
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto [nearest, cosine] = nearestPatch(patches, normals[k]);
        if (cosine > kTolerances.samePatch) {
            order[k].key = nearest;
        } else if (patches.size() < maxPatches) {
            order[k].key = patches.size();
            patches.emplace_back(normals[k]);
        } else {
            return false;
        }
    }
    return true;
}

/// Without points. They cover the directions of all candidates evenly, so that a ring-shaped contact has no
/// holes: the deepest candidate, then always the one whose normal is farthest from those of the patches.
ScratchVector<ChosenPatch> evenPatches(std::span<const Vec3> normals, Index maxPatches) {
    ScratchVector<ChosenPatch> patches;
    ScratchVector<Real> nearest(normals.size(), -2);
    std::size_t next = 0;
    while (patches.size() < maxPatches && nearest[next] < kTolerances.samePatch) {
        const Vec3& normal = normals[next];
        patches.emplace_back(normal);
        for (std::size_t k = 0; k < normals.size(); ++k)
            nearest[k] = std::max(nearest[k], normals[k].dot(normal));
        next = static_cast<std::size_t>(std::ranges::min_element(nearest) - nearest.begin());
    }
    return patches;
}

ScratchVector<KeyedIndex> deepestFirst(std::span<const Candidate> candidates,
                                       const ScratchVector<bool>& isOld, Real linearSlop) {
    ScratchVector<KeyedIndex> order;
    order.reserve(candidates.size());
    for (Index i = 0; i < candidates.size(); ++i) {
        const Real bonus = isOld[i] ? kTolerances.oldGapBonus * linearSlop : 0;
        order.push_back({sortKeyOf(candidates[i].gap - bonus), i});
    }
    sortByKey(order);
    for (auto begin = order.begin(); begin != order.end();) {
        const auto end =
            std::find_if(begin, order.end(), [&](const KeyedIndex& item) { return item.key != begin->key; });
        std::ranges::sort(begin, end, {}, [&](const KeyedIndex& item) { return candidates[item.index].key; });
        begin = end;
    }
    return order;
}

ScratchVector<ChosenPatch> spreadPatches(std::span<const Candidate> candidates,
                                         const ScratchVector<bool>& isOld, const SpeculativeMargin& margin,
                                         Index maxPatches) {
    ScratchVector<ChosenPatch> patches;
    ScratchVector<KeyedIndex> order = deepestFirst(candidates, isOld, margin.linearSlop);
    ScratchVector<Vec3> normals(order.size());  // candidates are large
    std::ranges::transform(order, normals.begin(),
                           [&](const KeyedIndex& item) { return candidates[item.index].normal; });
    if (!groupByNormal(normals, maxPatches, order, patches)) {
        patches = evenPatches(normals, maxPatches);
        for (std::size_t k = 0; k < order.size(); ++k) order[k].key = nearestPatch(patches, normals[k]).first;
    }
    ScratchVector<Index> members;
    members.reserve(order.size());
    for (std::size_t k = 0; k < patches.size(); ++k) {
        members.clear();
        for (const auto& [patch, i] : order) {
            if (patch == k) members.push_back(i);
        }
        patches[k] = spreadPoints(members, patches[k].normal, candidates, isOld, margin);
    }
    return patches;
}

/// Adds points that would end the step inside if only the chosen points held.
class Exchange {
public:
    Exchange(std::span<const Candidate> candidates, Real tolerance, Index maxPatches,
             ScratchVector<ChosenPatch>& patches)
        : candidates_(candidates),
          tolerance_(tolerance),
          maxPatches_(maxPatches),
          patches_(patches),
          isChosen_(candidates.size()) {
        held_.reserve(candidates.size());
        for (const ChosenPatch& patch : patches) {
            for (const Index i : patch) isChosen_[i] = true, held_.push_back(i);
        }
    }

    void run(StepForecast forecast) {
        for (int i = 0; i < kTolerances.mostExchanges; ++i) {
            forecast.hold(held_);
            const Index worst = worstLeftOut(forecast);
            if (worst == kNone || !take(worst, forecast)) return;
        }
    }

private:
    Index worstLeftOut(const StepForecast& forecast) const {
        Index worst = kNone;
        Real minimum = -tolerance_;
        for (Index i = 0; i < candidates_.size(); ++i) {
            if (isChosen_[i]) continue;
            const Real gap = forecast.gapAtEnd(i);
            if (gap < minimum) minimum = gap, worst = i;
        }
        return worst;
    }

    bool take(Index candidate, const StepForecast& forecast) {
        ChosenPatch& patch = *std::ranges::max_element(
            patches_, {}, [&](const ChosenPatch& p) { return p.normal.dot(candidates_[candidate].normal); });
        isChosen_[candidate] = true;
        if (patch.size() < kPointsPerPatch) {
            patch.push_back(candidate);
            held_.push_back(candidate);
            return true;
        }
        if (Index* const idle = widestUnloaded(patch, forecast)) {
            isChosen_[*idle] = false;
            *std::ranges::find(held_, *idle) = candidate;
            *idle = candidate;
            return true;
        }
        if (patches_.size() >= maxPatches_) return false;
        patches_.emplace_back(Vec3(patch.normal), std::span(&candidate, 1));
        held_.push_back(candidate);
        return true;
    }

    /// The patch's unloaded point with the widest gap; null: all are loaded.
    Index* widestUnloaded(ChosenPatch& patch, const StepForecast& forecast) const {
        Index* idle = nullptr;
        Real widest = -std::numeric_limits<Real>::infinity();
        for (Index& i : patch) {
            const auto place = static_cast<std::size_t>(std::ranges::find(held_, i) - held_.begin());
            if (forecast.load(place) > 0) continue;
            const Real gap = forecast.gapAtEnd(i);
            if (gap > widest) widest = gap, idle = &i;
        }
        return idle;
    }

    std::span<const Candidate> candidates_;
    const Real tolerance_;
    const Index maxPatches_;
    ScratchVector<ChosenPatch>& patches_;
    ScratchVector<bool> isChosen_;
    ScratchVector<Index> held_;  ///< all that are chosen
};

/// Whether each candidate was a contact in the last step.
ScratchVector<bool> whichAreOld(std::span<const Candidate> candidates,
                                const std::vector<ContactPoint>& last) {
    thread_local std::vector<std::uint64_t> keys;  // reused, so that no memory is allocated
    keys.resize(last.size());
    std::ranges::transform(last, keys.begin(), &ContactPoint::key);
    std::ranges::sort(keys);
    ScratchVector<bool> isOld(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        isOld[i] = std::ranges::binary_search(keys, candidates[i].key);
    }
    return isOld;
}

}  // namespace

ScratchVector<ChosenPatch> choosePatches(std::span<const Candidate> candidates,
                                         const std::vector<ContactPoint>& last,
                                         const SpeculativeMargin& margin, Index maxPatches,
                                         const std::function<StepForecast()>& forecast) {
    maxPatches = std::max(maxPatches, Index{1});
    ScratchVector<ChosenPatch> patches =
        spreadPatches(candidates, whichAreOld(candidates, last), margin, maxPatches);
    std::size_t count = 0;
    for (const ChosenPatch& patch : patches) count += patch.size();
    if (forecast && count < candidates.size())
        Exchange(candidates, kTolerances.endsInside * margin.linearSlop, maxPatches, patches).run(forecast());
    return patches;
}

}  // namespace ricochet
