#include "algorithms/contact/patches.h"

#include <algorithm>
#include <numeric>

namespace ricochet {
namespace {

constexpr Real kSamePatch = 0.985;     // cosine of 10 degrees
constexpr Index kPointsPerPatch = 4;   // what a manifold of Bullet's holds
constexpr Real kOldGapBonus = 0.1;     // skins: an old contact counts as that much deeper
constexpr Real kOldSpreadBonus = 1.1;  // and as that much farther out
constexpr Real kFarWeight = 0.05;      // of a contact at the end of the reach, against one that touches
constexpr Real kSamePlace = 1e-12;     // metres or square metres: adds nothing

class Chooser {
public:
    Chooser(std::span<const Candidate> candidates, const std::vector<bool>& isOld, const Reach& reach)
        : candidates_(candidates), isOld_(isOld), reach_(reach) {}

    std::vector<ChosenPatch> choose(Index maxPatches) const {
        std::vector<ChosenPatch> patches;
        std::vector<std::vector<Index>> members;
        for (Index i : deepestFirst()) {
            const Vec3& normal = candidates_[i].normal;
            const auto nearest = std::ranges::max_element(
                patches, {}, [&](const ChosenPatch& patch) { return patch.normal.dot(normal); });
            const bool fits = nearest != patches.end() && nearest->normal.dot(normal) > kSamePatch;
            if (fits || patches.size() >= maxPatches) {
                members[static_cast<std::size_t>(nearest - patches.begin())].push_back(i);
            } else {
                patches.push_back({normal, {}});
                members.push_back({i});
            }
        }
        for (std::size_t k = 0; k < patches.size(); ++k)
            patches[k].chosen = spread(members[k], patches[k].normal);
        return patches;
    }

private:
    std::vector<Index> deepestFirst() const {
        std::vector<Index> order(candidates_.size());
        std::iota(order.begin(), order.end(), Index{0});
        const auto rank = [&](Index i) {
            const Real bonus = isOld_[i] ? kOldGapBonus * reach_.skin : 0;
            return std::pair(candidates_[i].gap - bonus, candidates_[i].key);
        };
        std::ranges::sort(order, {}, rank);
        return order;
    }

    /// Touching contacts count fully, distant ones less and less.
    Real weight(Index i) const {
        const Real beyond = candidates_[i].gap - reach_.restGap - reach_.skin;
        const Real share = beyond / (reach_.speculation + kSamePlace);
        return (isOld_[i] ? kOldSpreadBonus : 1) * std::clamp(1 - share, kFarWeight, Real{1});
    }

    /// The deepest, the farthest from it, the farthest from the line of both, and the one that adds most
    /// area.
    std::vector<Index> spread(const std::vector<Index>& members, const Vec3& normal) const {
        if (members.size() <= kPointsPerPatch) return members;
        std::vector<Index> chosen = {members.front()};
        while (chosen.size() < kPointsPerPatch) {
            Index best = kNone;
            Real most = kSamePlace;
            for (Index i : members) {
                const Real gain = weight(i) * gainOf(i, chosen, normal);
                if (gain > most) most = gain, best = i;
            }
            if (best == kNone) break;
            chosen.push_back(best);
        }
        return chosen;
    }

    Real gainOf(Index i, const std::vector<Index>& chosen, const Vec3& normal) const {
        const auto at = [&](std::size_t k) -> const Vec3& { return candidates_[chosen[k]].onA; };
        const Vec3 from = candidates_[i].onA - at(0);
        if (chosen.size() == 1) return from.norm();
        const Vec3 line = (at(1) - at(0)).normalized();
        if (chosen.size() == 2) return (from - from.dot(line) * line).norm();
        // Area that the point adds outside the triangle, over its most distant side.
        const Real turn = (at(1) - at(0)).cross(at(2) - at(0)).dot(normal) < 0 ? -1 : 1;
        Real added = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 side = at((k + 1) % 3) - at(k);
            added = std::max(added, -turn * side.cross(candidates_[i].onA - at(k)).dot(normal));
        }
        return added;
    }

    std::span<const Candidate> candidates_;
    const std::vector<bool>& isOld_;
    const Reach& reach_;
};

}  // namespace

std::vector<ChosenPatch> choosePatches(std::span<const Candidate> candidates, const std::vector<bool>& isOld,
                                       const Reach& reach, Index maxPatches) {
    return Chooser(candidates, isOld, reach).choose(std::max(maxPatches, Index{1}));
}

}  // namespace ricochet
