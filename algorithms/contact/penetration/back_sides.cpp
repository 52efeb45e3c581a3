// A body that rests on an open surface and is thinner than the depth that features detect also has contacts
// with the surface's other side, as if it had come through from there. Of two contacts that push in opposite
// directions, with the body between them, the less deep one is on the side from which the body came.

#include "algorithms/contact/penetration/back_sides.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {

void dropBackSides(const Mesh& a, const Mesh& b, std::vector<Candidate>& candidates) {
    const bool openIsA = a.isTwoSided();
    if (openIsA == b.isTwoSided()) return;
    const Index frontCount = (openIsA ? a : b).frontCount();
    const auto onBody = [&](const Candidate& c) { return openIsA ? c.onB : c.onA; };
    const auto isBack = [&](const Candidate& c) { return (openIsA ? c.faceA : c.faceB) >= frontCount; };
    std::vector<Candidate> remaining;
    for (const Candidate& c : candidates) {
        const Vec3 into = openIsA ? Vec3(-c.normal) : c.normal;  // from the contact into the body
        const bool isBackSide = c.gap < 0 && std::ranges::any_of(candidates, [&](const Candidate& other) {
                                    const Real thickness = into.dot(onBody(other) - onBody(c));
                                    return other.normal.dot(c.normal) < kTolerances.opposed &&
                                           thickness > 0 && thickness <= -2 * c.gap &&
                                           (other.gap > c.gap || (other.gap == c.gap && isBack(c)));
                                });
        if (!isBackSide) remaining.push_back(c);
    }
    candidates = std::move(remaining);
}

}  // namespace ricochet
