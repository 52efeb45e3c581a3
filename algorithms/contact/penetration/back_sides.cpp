// A body that rests on an open surface and is thinner than the depth that features detect also has contacts
// with the surface's other side, as if it had come through from there. Of two contacts that push in opposite
// directions, with the body between them, the one that continues the last step's contacts is on the side from
// which the body came; if both do, or neither, the less deep one. Two open surfaces have no thickness: one is
// on the side where it is, unless the last step's contacts were on the other.

#include "algorithms/contact/penetration/back_sides.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

/// Contacts by the direction of their normals: unit vectors in cells of the cube around the sphere. Opposed
/// normals are closer to a normal's reverse than a cell is long.
class NormalCells {
public:
    explicit NormalCells(std::size_t mostContacts) : next_(mostContacts, kNone) { first_.fill(kNone); }

    void add(Index contact, const Vec3& normal) {
        Index& first = first_[indexOf(cellOf(normal))];
        next_[contact] = std::exchange(first, contact);
    }

    /// Whether it is true for any of those that may be opposed to a normal.
    template <class IsTrue>
    bool anyOpposed(const Vec3& normal, IsTrue&& isTrue) const {
        const Cell middle = cellOf(-normal);
        for (int step = 0; step < 27; ++step) {
            const Cell cell = {middle[0] + step % 3 - 1, middle[1] + step / 3 % 3 - 1,
                               middle[2] + step / 9 - 1};
            if (std::ranges::any_of(cell, [](int i) { return i < 0 || i >= kCells; })) continue;
            for (Index i = first_[indexOf(cell)]; i != kNone; i = next_[i]) {
                if (isTrue(i)) return true;
            }
        }
        return false;
    }

private:
    using Cell = std::array<int, 3>;
    static constexpr int kCells = 4;
    static constexpr Real kCellSize = 2.0 / kCells;
    // |n + m|² = 2 + 2 n m
    static_assert(kCellSize * kCellSize > 2 + 2 * kTolerances.opposed);

    static Cell cellOf(const Vec3& normal) {
        Cell cell;
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = std::clamp(static_cast<int>((normal[axis] + 1) / kCellSize), 0, kCells - 1);
        }
        return cell;
    }
    static std::size_t indexOf(const Cell& cell) {
        return static_cast<std::size_t>((cell[0] * kCells + cell[1]) * kCells + cell[2]);
    }

    std::array<Index, std::size_t{kCells} * kCells * kCells> first_;
    std::vector<Index> next_;  ///< per contact: another one in its cell
};

/// The contacts of a body with a two-sided mesh, an open surface.
class SidesOfOpen {
public:
    SidesOfOpen(bool openIsA, const Mesh& open, const Mesh& body, std::span<const ContactPoint> last)
        : openIsA_(openIsA), open_(open), bodyIsOpen_(body.isTwoSided()), last_(last) {}

    void dropBackSides(std::vector<Candidate>& candidates) const {
        const auto count = static_cast<Index>(candidates.size());
        std::vector<bool> isHeld(count);
        NormalCells rivals(count);
        for (Index i = 0; i < count; ++i) {
            isHeld[i] = held(candidates[i]);
            // Against an open body only contacts on a side that held contacts win.
            if (isHeld[i] || !bodyIsOpen_) rivals.add(i, candidates[i].normal);
        }
        const auto isDropped = [&](Index i) {
            const Candidate& c = candidates[i];
            const auto wins = [&](Index j) {
                return loses(c, isHeld[i], candidates[j], isHeld[j]) && areOpposed(c, candidates[j]);
            };
            return (bodyIsOpen_ && c.gap < 0 && !isHeld[i]) || rivals.anyOpposed(c.normal, wins);
        };
        Index first = 0;
        while (first < count && !isDropped(first)) ++first;
        if (first == count) return;  // as for most bodies
        std::vector<Candidate> remaining(candidates.begin(), candidates.begin() + first);
        remaining.reserve(candidates.size());
        for (Index i = first + 1; i < count; ++i) {
            if (!isDropped(i)) remaining.push_back(candidates[i]);
        }
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

    bool loses(const Candidate& c, bool isHeld, const Candidate& other, bool otherIsHeld) const {
        if (otherIsHeld != isHeld) return !isHeld;
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
