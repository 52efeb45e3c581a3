// A body that rests on an open surface and is thinner than the depth that features detect also has contacts
// with the surface's other side, as if it had come through from there. Of two contacts that push in opposite
// directions, with the body between them, the one that continues the last step's contacts is on the side from
// which the body came; if both do, or neither, the less deep one. Two open surfaces have no thickness: one is
// on the side where it is, unless the last step's contacts were on the other.

#include "algorithms/contact/penetration/back_sides.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace ricochet {
namespace {

/// Contacts by the direction of their normals: unit vectors in cells of the cube around the sphere. Opposed
/// normals are closer to a normal's reverse than a cell is long.
class NormalCells {
public:
    explicit NormalCells(std::size_t mostContacts) : next_(mostContacts) {}

    void add(Index contact, const Vec3& normal) {
        const std::size_t cell = indexOf(cellOf(normal));
        const std::uint64_t bit = std::uint64_t{1} << cell;
        next_[contact] = occupied_ & bit ? first_[cell] : kNone;
        first_[cell] = contact;
        occupied_ |= bit;
    }

    /// Whether it is true for any of those that may be opposed to a normal.
    template <class IsTrue>
    bool anyOpposed(const Vec3& normal, IsTrue&& isTrue) const {
        for (std::uint64_t cells = occupied_ & cellsAbout(cellOf(-normal)); cells != 0; cells &= cells - 1) {
            for (Index i = first_[static_cast<std::size_t>(std::countr_zero(cells))]; i != kNone;
                 i = next_[i]) {
                if (isTrue(i)) return true;
            }
        }
        return false;
    }

private:
    using Cell = std::array<unsigned, 3>;
    static constexpr unsigned kCells = 4;  // along an axis: one bit of a word for each cell
    static constexpr Real kCellSize = 2.0 / kCells;
    // |n + m|² = 2 + 2 n m
    static_assert(kCellSize * kCellSize > 2 + 2 * kTolerances.opposed);

    static Cell cellOf(const Vec3& normal) {
        Cell cell;
        for (int axis = 0; axis < 3; ++axis) {
            const Real at = std::clamp<Real>((normal[axis] + 1) / kCellSize, 0, kCells - 1);
            cell[static_cast<std::size_t>(axis)] = static_cast<unsigned>(at);
        }
        return cell;
    }
    static std::size_t indexOf(const Cell& cell) { return (cell[0] * kCells + cell[1]) * kCells + cell[2]; }

    /// A cell and its neighbours, as bits.
    static std::uint64_t cellsAbout(const Cell& middle) {
        const auto first = [&](std::size_t axis) { return middle[axis] == 0 ? 0 : middle[axis] - 1; };
        const auto last = [&](std::size_t axis) { return std::min(middle[axis] + 1, kCells - 1); };
        std::uint64_t row = 0, all = 0;
        for (unsigned z = first(2); z <= last(2); ++z) row |= std::uint64_t{1} << z;
        for (unsigned x = first(0); x <= last(0); ++x) {
            for (unsigned y = first(1); y <= last(1); ++y) all |= row << indexOf({x, y, 0});
        }
        return all;
    }

    std::uint64_t occupied_ = 0;
    std::array<Index, std::size_t{kCells} * kCells * kCells> first_;  ///< of cells that are occupied
    std::vector<Index> next_;  ///< per contact: another one in its cell
};

/// Whether two contacts push the body in opposite directions and it lies between them.
bool areOpposite(const Candidate& c, const Candidate& other, bool openIsA, bool bodyIsOpen) {
    if (other.normal.dot(c.normal) >= kTolerances.opposed) return false;
    const Vec3 into = openIsA ? Vec3(-c.normal) : c.normal;  // from the contact into the body
    const Real thickness = into.dot(openIsA ? Vec3(other.onB - c.onB) : Vec3(other.onA - c.onA));
    const bool hasThickness = thickness > 0 || (bodyIsOpen && thickness == 0);
    return hasThickness && thickness <= -2 * std::min(c.gap, other.gap);
}

/// Of the contacts of a body with a two-sided mesh, an open surface.
void dropBackSidesOf(bool openIsA, const Mesh& open, bool bodyIsOpen, std::span<const ContactPoint> last,
                     std::vector<Candidate>& candidates) {
    const auto isBack = [&](const auto& contact) {
        return open.isBack(openIsA ? contact.faceA : contact.faceB);
    };
    const auto count = static_cast<Index>(candidates.size());
    // Whether a contact of the last step was on that side and pushed in that direction.
    std::vector<bool> isHeld(count);
    NormalCells rivals(count);
    for (Index i = 0; i < count; ++i) {
        isHeld[i] = std::ranges::any_of(last, [&](const ContactPoint& before) {
            return before.normal.dot(candidates[i].normal) > kTolerances.sideCosine &&
                   isBack(before) == isBack(candidates[i]);
        });
        // Against an open body only contacts on a side that held contacts win.
        if (isHeld[i] || !bodyIsOpen) rivals.add(i, candidates[i].normal);
    }
    const auto loses = [&](Index i, Index to) {
        const Candidate &c = candidates[i], &other = candidates[to];
        if (isHeld[to] != isHeld[i]) return !isHeld[i];
        return c.gap < 0 && (other.gap > c.gap || (other.gap == c.gap && isBack(c)));
    };
    const auto isDropped = [&](Index i) {
        const Candidate& c = candidates[i];
        const auto wins = [&](Index j) {
            return loses(i, j) && areOpposite(c, candidates[j], openIsA, bodyIsOpen);
        };
        return (bodyIsOpen && c.gap < 0 && !isHeld[i]) || rivals.anyOpposed(c.normal, wins);
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

}  // namespace

void dropBackSides(const Mesh& a, const Mesh& b, std::span<const ContactPoint> last,
                   std::vector<Candidate>& candidates) {
    if (a.isTwoSided()) dropBackSidesOf(true, a, b.isTwoSided(), last, candidates);
    if (b.isTwoSided()) dropBackSidesOf(false, b, a.isTwoSided(), last, candidates);
}

}  // namespace ricochet
