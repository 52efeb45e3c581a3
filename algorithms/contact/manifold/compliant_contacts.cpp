#include "algorithms/contact/manifold/compliant_contacts.h"

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

/// How much deeper a contact may be than in the last step, in metres.
Real mostDisplacement(const PairInput& input, const SpeculativeMargin& margin,
                      const PersistentContacts& last) {
    return last.depth ? deepestSince(*last.depth, input) - last.depth->deepest + margin.linearSlop : 0;
}

}  // namespace

void dropWithoutHistory(const PairInput& input, const SpeculativeMargin& margin,
                        const PersistentContacts& last, std::vector<Candidate>& candidates) {
    const Real displacement = mostDisplacement(input, margin, last);
    const auto continues = [&](const Candidate& c, const ContactPoint& before) {
        return before.normal.dot(c.normal) > kTolerances.springNormal &&
               c.gap >= before.distance + input.step.restGap - displacement;
    };
    std::erase_if(candidates, [&](const Candidate& c) {
        return (c.needsHistory || c.gap < -margin.entryDepth()) &&
               std::ranges::none_of(last.points, [&](const auto& before) { return continues(c, before); });
    });
}

}  // namespace ricochet
