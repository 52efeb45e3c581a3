// A body that rests on an open surface and is thinner than the depth that features detect also has contacts
// with the surface's other side, as if it had come through from there. Of two contacts that push in opposite
// directions, with the body between them, the one that continues the last step's contacts is on the side from
// which the body came; if both do, or neither, the less deep one. Two open surfaces have no thickness: one is
// on the side where it is, unless the last step's contacts were on the other.

#include "algorithms/contact/penetration/back_sides.h"

#include "algorithms/contact/penetration/opposed_contacts.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>

namespace ricochet {
namespace {

/// Of the contacts of a body with a two-sided mesh, an open surface.
class BackSides {
public:
    BackSides(bool openIsA, const Mesh& open, bool bodyIsOpen, std::span<const ContactPoint> last,
              std::vector<Candidate>& candidates)
        : openIsA_(openIsA),
          open_(open),
          bodyIsOpen_(bodyIsOpen),
          candidates_(candidates),
          isHeld_(candidates.size()),
          rivals_(candidates, openIsA, bodyIsOpen) {
        for (Index i = 0; i < candidates.size(); ++i) {
            isHeld_[i] = holds(last, candidates[i]);
            anyIsHeld_ |= isHeld_[i];
            // Against an open body only contacts on a side that held contacts win.
            if (isHeld_[i] || !bodyIsOpen) rivals_.add(i);
        }
        rivals_.sort();
    }

    void drop() {
        ScratchVector<bool> dropped(candidates_.size());
        for (Index i = 0; i < candidates_.size(); ++i) dropped[i] = isDropped(i);
        std::size_t remaining = 0;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (!dropped[i]) candidates_[remaining++] = candidates_[i];
        }
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(remaining), candidates_.end());
    }

private:
    template <class Contact>
    bool isBack(const Contact& contact) const {
        return open_.isBack(openIsA_ ? contact.faceA : contact.faceB);
    }

    /// Whether a contact of the last step was on that side and pushed in that direction.
    bool holds(std::span<const ContactPoint> last, const Candidate& c) const {
        return std::ranges::any_of(last, [&](const ContactPoint& before) {
            return before.normal.dot(c.normal) > kTolerances.sideCosine && isBack(before) == isBack(c);
        });
    }

    bool isDropped(Index i) const {
        const Candidate& c = candidates_[i];
        if (bodyIsOpen_ && c.gap < 0 && !isHeld_[i]) return true;
        if (c.gap >= 0 && (isHeld_[i] || !anyIsHeld_)) return false;  // it loses to none
        return rivals_.anyOpposite(c, [&](Index j) { return loses(i, j); });
    }

    bool loses(Index i, Index to) const {
        const Candidate &c = candidates_[i], &other = candidates_[to];
        if (isHeld_[to] != isHeld_[i]) return !isHeld_[i];
        return c.gap < 0 && (other.gap > c.gap || (other.gap == c.gap && isBack(c)));
    }

    const bool openIsA_;
    const Mesh& open_;
    const bool bodyIsOpen_;
    std::vector<Candidate>& candidates_;
    ScratchVector<bool> isHeld_;
    bool anyIsHeld_ = false;
    OpposedContacts rivals_;  ///< contacts that others may lose to
};

}  // namespace

void dropBackSides(const Mesh& a, const Mesh& b, std::span<const ContactPoint> last,
                   std::vector<Candidate>& candidates) {
    if (a.isTwoSided()) BackSides(true, a, b.isTwoSided(), last, candidates).drop();
    if (b.isTwoSided()) BackSides(false, b, a.isTwoSided(), last, candidates).drop();
}

}  // namespace ricochet
