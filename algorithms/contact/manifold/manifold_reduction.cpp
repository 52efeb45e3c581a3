#include "algorithms/contact/manifold/manifold_reduction.h"

#include "algorithms/contact/manifold/contact_arc.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <utility>

namespace ricochet {
namespace {

class Chooser {
public:
    Chooser(std::span<const Candidate> candidates, const std::vector<bool>& isOld,
            const SpeculativeMargin& margin)
        : candidates_(candidates), isOld_(isOld), margin_(margin) {}

    std::vector<ChosenPatch> choose(Index maxPatches) const {
        std::vector<ChosenPatch> patches;
        std::vector<KeyedIndex> order = deepestFirst();
        if (!groupByNormal(maxPatches, order, patches)) {
            patches = evenPatches(order, maxPatches);
            for (auto& [patch, i] : order) patch = nearestOf(patches, candidates_[i].normal).first;
        }
        std::vector<Index> members;
        members.reserve(order.size());
        for (std::size_t k = 0; k < patches.size(); ++k) {
            members.clear();
            for (const auto& [patch, i] : order) {
                if (patch == k) members.push_back(i);
            }
            patches[k].chosen = spread(members, patches[k].normal);
        }
        return patches;
    }

    /// The deepest, the farthest from it, the farthest from the line of both, and the one that adds most
    /// area. `members`: the deepest first.
    ChosenCandidates spread(const std::vector<Index>& members, const Vec3& normal) const;

private:
    /// Sets the keys of `order` to the patches' numbers. False: there are more directions than patches.
    bool groupByNormal(Index maxPatches, std::vector<KeyedIndex>& order,
                       std::vector<ChosenPatch>& patches) const {
        for (auto& [patch, i] : order) {
            const Vec3& normal = candidates_[i].normal;
            const auto [nearest, cosine] = nearestOf(patches, normal);
            if (cosine > kTolerances.samePatch) {
                patch = nearest;
            } else if (patches.size() < maxPatches) {
                patch = patches.size();
                patches.push_back({normal, {}});
            } else {
                return false;
            }
        }
        return true;
    }

    /// Without points. They cover the directions of all candidates evenly, so that a ring-shaped contact has
    /// no holes: the deepest candidate, then always the one whose normal is farthest from those of the
    /// patches.
    std::vector<ChosenPatch> evenPatches(const std::vector<KeyedIndex>& order, Index maxPatches) const {
        std::vector<ChosenPatch> patches;
        std::vector<Real> nearest(order.size(), -2);
        std::size_t next = 0;
        while (patches.size() < maxPatches && nearest[next] < kTolerances.samePatch) {
            const Vec3& normal = candidates_[order[next].index].normal;
            patches.push_back({normal, {}});
            for (std::size_t k = 0; k < order.size(); ++k) {
                nearest[k] = std::max(nearest[k], candidates_[order[k].index].normal.dot(normal));
            }
            next = static_cast<std::size_t>(std::ranges::min_element(nearest) - nearest.begin());
        }
        return patches;
    }

    /// The patch whose normal is nearest, and the cosine between them.
    static std::pair<std::size_t, Real> nearestOf(const std::vector<ChosenPatch>& patches,
                                                  const Vec3& normal) {
        std::pair<std::size_t, Real> nearest{0, -std::numeric_limits<Real>::infinity()};
        for (std::size_t k = 0; k < patches.size(); ++k) {
            const Real cosine = patches[k].normal.dot(normal);
            if (cosine > nearest.second) nearest = {k, cosine};
        }
        return nearest;
    }

    std::vector<KeyedIndex> deepestFirst() const {
        std::vector<KeyedIndex> order;
        order.reserve(candidates_.size());
        for (Index i = 0; i < candidates_.size(); ++i) {
            const Real bonus = isOld_[i] ? kTolerances.oldGapBonus * margin_.linearSlop : 0;
            order.push_back({sortKeyOf(candidates_[i].gap - bonus), i});
        }
        sortByKey(order);
        for (auto begin = order.begin(); begin != order.end();) {
            const auto end = std::find_if(begin, order.end(),
                                          [&](const KeyedIndex& item) { return item.key != begin->key; });
            std::ranges::sort(begin, end, {},
                              [&](const KeyedIndex& item) { return candidates_[item.index].key; });
            begin = end;
        }
        return order;
    }

    /// Touching contacts count fully, distant ones less. Compliant ones count in proportion to their load.
    Real weight(Index i, Real leastGap) const {
        const Real beyond = candidates_[i].gap - margin_.restGap - margin_.linearSlop;
        const Real share = beyond / (margin_.distance + kTolerances.samePlace);
        return (isOld_[i] ? kTolerances.oldSpreadBonus : 1) * load(i, leastGap) *
               std::clamp(1 - share, kTolerances.farWeight, Real{1});
    }

    /// Load of a compliant contact relative to the deepest one; 1 for other contacts.
    Real load(Index i, Real leastGap) const {
        const Real deepest = margin_.restGap - leastGap, depth = margin_.restGap - candidates_[i].gap;
        if (!margin_.isCompliant || deepest <= margin_.linearSlop) return 1;
        return std::clamp(depth / deepest, kTolerances.farWeight, Real{1});
    }

    std::span<const Candidate> candidates_;
    const std::vector<bool>& isOld_;
    const SpeculativeMargin& margin_;
};

ChosenCandidates Chooser::spread(const std::vector<Index>& members, const Vec3& normal) const {
    if (members.size() <= kPointsPerPatch) return ChosenCandidates(members);
    std::vector<Real> weights(members.size());
    std::ranges::transform(members, weights.begin(),
                           [&](Index i) { return weight(i, candidates_[members.front()].gap); });
    ChosenCandidates chosen{std::span(members).first(1)};
    const auto takeBest = [&](auto&& gainOf) {
        std::size_t best = members.size();
        Real maximum = kTolerances.samePlace;
        for (std::size_t m = 0; m < members.size(); ++m) {
            const Real gain = weights[m] * gainOf(candidates_[members[m]].onA);
            if (gain > maximum) maximum = gain, best = m;
        }
        if (best < members.size()) chosen.push_back(members[best]);
        return best < members.size();
    };
    const auto at = [&](std::size_t k) -> const Vec3& { return candidates_[chosen[k]].onA; };
    if (!takeBest([first = at(0)](const Vec3& p) { return (p - first).norm(); })) return chosen;
    const auto besideLine = [first = at(0), line = Vec3((at(1) - at(0)).normalized())](const Vec3& p) {
        const Vec3 from = p - first;
        return (from - from.dot(line) * line).norm();
    };
    if (!takeBest(besideLine)) return chosen;
    // Area that a point adds beyond the side of the triangle from which it is farthest.
    const Real turn = (at(1) - at(0)).cross(at(2) - at(0)).dot(normal) < 0 ? -1 : 1;
    takeBest([&, corners = std::array{at(0), at(1), at(2)}](const Vec3& p) {
        Real added = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 side = corners[(k + 1) % 3] - corners[k];
            added = std::max(added, -turn * side.cross(p - corners[k]).dot(normal));
        }
        return added;
    });
    return chosen;
}

/// Adds points that would end the step inside if only the chosen points held.
class Exchange {
public:
    Exchange(std::span<const Candidate> candidates, Real tolerance, Index maxPatches,
             std::vector<ChosenPatch>& patches)
        : candidates_(candidates),
          tolerance_(tolerance),
          maxPatches_(maxPatches),
          patches_(patches),
          isChosen_(candidates.size()) {
        held_.reserve(candidates.size());
        for (const ChosenPatch& patch : patches) {
            for (const Index i : patch.chosen) isChosen_[i] = true, held_.push_back(i);
        }
    }

    void run(const PairMotion& motion) {
        StepForecast forecast(candidates_, motion);
        if (!forecast.isPossible()) return;
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
        if (patch.chosen.size() < kPointsPerPatch) {
            patch.chosen.push_back(candidate);
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
        patches_.push_back({patch.normal, ChosenCandidates(std::span(&candidate, 1))});
        held_.push_back(candidate);
        return true;
    }

    /// The patch's unloaded point with the widest gap; null: all are loaded.
    Index* widestUnloaded(ChosenPatch& patch, const StepForecast& forecast) const {
        Index* idle = nullptr;
        Real widest = -std::numeric_limits<Real>::infinity();
        for (Index& i : patch.chosen) {
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
    std::vector<ChosenPatch>& patches_;
    std::vector<bool> isChosen_;
    std::vector<Index> held_;  ///< all that are chosen
};

/// Adds the points that become the lowest ones of their patch while the bodies turn within the step: a solver
/// that moves bodies within the step lets a wheel roll from corner to corner.
class Passing {
public:
    Passing(std::span<const Candidate> candidates, const PairMotion& motion, const SpeculativeMargin& margin,
            Index maxPatches, std::vector<ChosenPatch>& patches)
        : candidates_(candidates),
          motion_(motion),
          margin_(margin),
          maxPatches_(maxPatches),
          patches_(patches),
          isChosen_(candidates.size()),
          members_(patches.size()) {
        for (const ChosenPatch& patch : patches) {
            for (const Index i : patch.chosen) isChosen_[i] = true;
        }
        for (Index i = 0; i < candidates.size(); ++i) {
            const auto nearest = std::ranges::max_element(
                patches, {}, [&](const ChosenPatch& p) { return p.normal.dot(candidates[i].normal); });
            members_[static_cast<std::size_t>(nearest - patches.begin())].push_back(i);
        }
    }

    void run() {
        keepBoundary();
        const Real turn = rotationInStep(motion_);
        const int parts = static_cast<int>(
            std::min(std::ceil(turn / kTolerances.passingTurn), Real{kTolerances.mostTurnParts}));
        for (int part = 1; turn > kTolerances.passingTurn / 2 && part <= parts; ++part) {
            const Real time = motion_.step.timeStep * part / parts;
            for (std::size_t k = 0; k < members_.size(); ++k) addLowest(k, time);
        }
    }

private:
    /// Four points leave out parts of a patch's boundary, over which a body may rock within the step if it
    /// falls by a good part of its size in that time. So it keeps the outermost points in many directions.
    void keepBoundary() {
        const Real h = motion_.step.timeStep;
        const Real fall = h * h * std::max(motion_.a.gravity.norm(), motion_.b.gravity.norm());
        if (fall * kTolerances.linearSlop < kTolerances.rockingFall * margin_.linearSlop) return;
        for (std::size_t k = 0; k < members_.size(); ++k) {
            const Vec3 normal = patches_[k].normal, first = normal.unitOrthogonal(),
                       second = normal.cross(first);
            for (int i = 0; i < kTolerances.boundaryPoints; ++i) {
                const Real angle = 2 * std::numbers::pi_v<Real> * i / kTolerances.boundaryPoints;
                addOutermost(k, std::cos(angle) * first + std::sin(angle) * second, fall);
            }
        }
    }

    void addOutermost(std::size_t patch, const Vec3& direction, Real farthestGap) {
        Index outermost = kNone;
        Real extent = -std::numeric_limits<Real>::infinity();
        for (const Index i : members_[patch]) {
            if (candidates_[i].gap - margin_.restGap > farthestGap) continue;
            const Real here = direction.dot(candidates_[i].onA);
            if (here > extent) extent = here, outermost = i;
        }
        if (outermost != kNone && !isChosen_[outermost]) add(outermost, patches_[patch].normal);
    }

    void addLowest(std::size_t patch, Real time) {
        const Vec3 normal = patches_[patch].normal;
        heights_.clear();
        Real lowest = std::numeric_limits<Real>::infinity();
        for (const Index i : members_[patch]) {
            const Candidate& c = candidates_[i];
            const Vec3 shift = armAfter(motion_.a, c.onA, time) - (c.onA - motion_.a.centre) -
                               armAfter(motion_.b, c.onB, time) + (c.onB - motion_.b.centre);
            heights_.push_back(c.gap + normal.dot(shift));
            lowest = std::min(lowest, heights_.back());
        }
        level_.clear();
        for (std::size_t m = 0; m < heights_.size(); ++m) {
            if (heights_[m] <= lowest + kTolerances.flush * margin_.linearSlop)
                level_.push_back(members_[patch][m]);
        }
        // Those that are chosen already come first, and often suffice.
        std::ranges::stable_partition(level_, [&](Index i) { return isChosen_[i]; });
        for (const Index i : Chooser(candidates_, isChosen_, margin_).spread(level_, normal)) {
            if (!isChosen_[i]) add(i, normal);
        }
    }

    void add(Index candidate, const Vec3& normal) {
        ChosenPatch* room = nullptr;
        for (ChosenPatch& patch : patches_) {
            if (patch.normal == normal && patch.chosen.size() < kPointsPerPatch) room = &patch;
        }
        if (!room && patches_.size() >= maxPatches_) return;
        isChosen_[candidate] = true;
        if (room) {
            room->chosen.push_back(candidate);
        } else {
            patches_.push_back({normal, ChosenCandidates(std::span(&candidate, 1))});
        }
    }

    std::span<const Candidate> candidates_;
    const PairMotion& motion_;
    const SpeculativeMargin& margin_;
    const Index maxPatches_;
    std::vector<ChosenPatch>& patches_;
    std::vector<bool> isChosen_;
    std::vector<std::vector<Index>> members_;  ///< of each patch
    std::vector<Real> heights_;  ///< metres: of a patch's members at a time, from a common level
    std::vector<Index> level_;   ///< the lowest of them
};

/// Whether each candidate was a contact in the last step.
std::vector<bool> whichAreOld(std::span<const Candidate> candidates, const std::vector<ContactPoint>& last) {
    thread_local std::vector<std::uint64_t> keys;  // reused, so that no memory is allocated
    keys.resize(last.size());
    std::ranges::transform(last, keys.begin(), &ContactPoint::key);
    std::ranges::sort(keys);
    std::vector<bool> isOld(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        isOld[i] = std::ranges::binary_search(keys, candidates[i].key);
    }
    return isOld;
}

}  // namespace

std::vector<ChosenPatch> choosePatches(std::span<const Candidate> candidates,
                                       const std::vector<ContactPoint>& last, const SpeculativeMargin& margin,
                                       Index maxPatches, const std::optional<PairMotion>& motion) {
    maxPatches = std::max(maxPatches, Index{1});
    std::vector<ChosenPatch> patches =
        Chooser(candidates, whichAreOld(candidates, last), margin).choose(maxPatches);
    if (motion && motion->step.isRaw && getenv("KEEPALL")) {
        std::vector<bool> in(candidates.size());
        for (const ChosenPatch& patch : patches)
            for (const Index i : patch.chosen) in[i] = true;
        for (Index i = 0; i < candidates.size(); ++i) {
            if (in[i]) continue;
            std::size_t best = 0;
            for (std::size_t k = 0; k < patches.size(); ++k)
                if (patches[k].normal.dot(candidates[i].normal) >=
                    patches[best].normal.dot(candidates[i].normal))
                    best = k;
            if (patches[best].chosen.size() < kPointsPerPatch)
                patches[best].chosen.push_back(i);
            else
                patches.push_back({patches[best].normal, ChosenCandidates(std::span(&i, 1))});
        }
        return patches;
    }
    std::size_t count = 0;
    for (const ChosenPatch& patch : patches) count += patch.chosen.size();
    if (motion && count < candidates.size())
        Exchange(candidates, kTolerances.endsInside * margin.linearSlop, maxPatches, patches).run(*motion);
    if (motion && motion->step.isRaw && count < candidates.size())
        Passing(candidates, *motion, margin, maxPatches, patches).run();
    return patches;
}

}  // namespace ricochet
