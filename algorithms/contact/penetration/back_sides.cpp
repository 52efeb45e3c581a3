// A body that rests on an open surface, and is no thicker than what features can tell, has features within
// the margin of the surface's other side, too: they seem to have come through from there. Of two contacts
// that push it against one another, with the body between them, the one that is less deep is where it came
// from.

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
        const Vec3 into = openIsA ? Vec3(-c.normal) : c.normal;  // of the body, from where it is touched
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
