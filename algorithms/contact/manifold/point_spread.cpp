#include "algorithms/contact/manifold/point_spread.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>

namespace ricochet {
namespace {

/// Load of a compliant contact relative to the deepest one; 1 for other contacts.
Real relativeLoad(Real gap, Real leastGap, const SpeculativeMargin& margin) {
    const Real deepest = margin.restGap - leastGap, depth = margin.restGap - gap;
    if (!margin.isCompliant || deepest <= margin.linearSlop) return 1;
    return std::clamp(depth / deepest, kTolerances.farWeight, Real{1});
}

/// Touching contacts count fully, distant ones less. Compliant ones count in proportion to their load.
Real spreadWeight(Real gap, Real leastGap, bool isOld, const SpeculativeMargin& margin) {
    const Real beyond = gap - margin.restGap - margin.linearSlop;
    const Real share = beyond / (margin.distance + kTolerances.samePlace);
    return (isOld ? kTolerances.oldSpreadBonus : 1) * relativeLoad(gap, leastGap, margin) *
           std::clamp(1 - share, kTolerances.farWeight, Real{1});
}

}  // namespace

ChosenPatch spreadPoints(std::span<const Index> members, const Vec3& normal,
                         std::span<const Candidate> candidates, const ScratchVector<bool>& isOld,
                         const SpeculativeMargin& margin) {
    if (members.size() <= kPointsPerPatch) return ChosenPatch(normal, members);
    ScratchVector<Real> weights(members.size());
    std::ranges::transform(members, weights.begin(), [&](Index i) {
        return spreadWeight(candidates[i].gap, candidates[members.front()].gap, isOld[i], margin);
    });
    ChosenPatch chosen(normal, members.first(1));
    const auto takeBest = [&](auto&& gainOf) {
        std::size_t best = members.size();
        Real maximum = kTolerances.samePlace;
        for (std::size_t m = 0; m < members.size(); ++m) {
            const Real gain = weights[m] * gainOf(candidates[members[m]].onA);
            if (gain > maximum) maximum = gain, best = m;
        }
        if (best < members.size()) chosen.push_back(members[best]);
        return best < members.size();
    };
    const auto at = [&](std::size_t k) -> const Vec3& { return candidates[chosen[k]].onA; };
    if (!takeBest([first = at(0)](const Vec3& p) { return (p - first).norm(); })) return chosen;
    const auto besideLine = [first = at(0), line = Vec3((at(1) - at(0)).normalized())](const Vec3& p) {
        const Vec3 from = p - first;
        return (from - from.dot(line) * line).norm();
    };
    if (!takeBest(besideLine)) return chosen;
    // Area that a point adds beyond the side of the triangle from which it is farthest.
    const Real sense = (at(1) - at(0)).cross(at(2) - at(0)).dot(normal) < 0 ? -1 : 1;
    takeBest([&, corners = std::array{at(0), at(1), at(2)}](const Vec3& p) {
        Real added = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 side = corners[(k + 1) % 3] - corners[k];
            added = std::max(added, -sense * side.cross(p - corners[k]).dot(normal));
        }
        return added;
    });
    return chosen;
}

}  // namespace ricochet
