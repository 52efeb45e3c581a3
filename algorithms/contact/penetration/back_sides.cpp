// A body that rests on an open surface and is thinner than the depth that features detect also has contacts
// with the surface's other side, as if it had come through from there. Of two contacts that push in opposite
// directions, with the body between them, the one that continues the last step's contacts is on the side from
// which the body came; if both do, or neither, the less deep one. Two open surfaces have no thickness: one is
// on the side where it is, unless the last step's contacts were on the other.

#include "algorithms/contact/penetration/back_sides.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

/// The contacts of a body with a two-sided mesh, an open surface.
class SidesOfOpen {
public:
    SidesOfOpen(bool openIsA, const Mesh& open, const Mesh& body, std::span<const ContactPoint> last)
        : openIsA_(openIsA), open_(open), bodyIsOpen_(body.isTwoSided()), last_(last) {}

    void dropBackSides(std::vector<Candidate>& candidates) const {
        const auto isDropped = [&](const Candidate& c) {
            const auto wins = [&](const Candidate& other) { return areOpposed(c, other) && loses(c, other); };
            return (bodyIsOpen_ && c.gap < 0 && !held(c)) || std::ranges::any_of(candidates, wins);
        };
        const auto first = std::ranges::find_if(candidates, isDropped);
        if (first == candidates.end()) return;  // as for most bodies
        std::vector<Candidate> remaining(candidates.begin(), first);
        remaining.reserve(candidates.size());
        std::for_each(first + 1, candidates.end(), [&](const Candidate& c) {
            if (!isDropped(c)) remaining.push_back(c);
        });
        candidates = std::move(remaining);
    }

private:
    template <class Contact>
    bool isBack(const Contact& c) const {
        return open_.isBack(openIsA_ ? c.faceA : c.faceB);
    }

    /// Whether they push the body in opposite directions and it lies between them.
    bool areOpposed(const Candidate& c, const Candidate& other) const {
        if (other.normal.dot(c.normal) >= kTolerances.opposed) return false;
        const Vec3 into = openIsA_ ? Vec3(-c.normal) : c.normal;  // from the contact into the body
        const Real thickness = into.dot(openIsA_ ? Vec3(other.onB - c.onB) : Vec3(other.onA - c.onA));
        const bool hasThickness = thickness > 0 || (bodyIsOpen_ && thickness == 0);
        return hasThickness && thickness <= -2 * std::min(c.gap, other.gap);
    }

    bool loses(const Candidate& c, const Candidate& other) const {
        const bool isHeld = held(c);
        if (held(other) != isHeld) return !isHeld;
        return c.gap < 0 && (other.gap > c.gap || (other.gap == c.gap && isBack(c)));
    }

    /// Whether a contact of the last step was on that side and pushed in that direction.
    bool held(const Candidate& c) const {
        return std::ranges::any_of(last_, [&](const ContactPoint& before) {
            return before.normal.dot(c.normal) > kTolerances.sideCosine && isBack(before) == isBack(c);
        });
    }

    const bool openIsA_;
    const Mesh& open_;
    const bool bodyIsOpen_;
    const std::span<const ContactPoint> last_;
};

}  // namespace

void dropBackSides(const Mesh& a, const Mesh& b, std::span<const ContactPoint> last,
                   std::vector<Candidate>& candidates) {
    if (a.isTwoSided()) SidesOfOpen(true, a, b, last).dropBackSides(candidates);
    if (b.isTwoSided()) SidesOfOpen(false, b, a, last).dropBackSides(candidates);
}

}  // namespace ricochet
