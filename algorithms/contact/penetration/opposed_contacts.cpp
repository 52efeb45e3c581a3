// Normals are put into cells of the cube around the sphere of directions: opposed normals are closer to a
// normal's reverse than a cell is long. Contacts of a cell are sorted along a curve through space, and blocks
// of consecutive ones have a box: the thickness of the body limits how far such a box may be from a contact.
// Morton. A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing. 1966.

#include "algorithms/contact/penetration/opposed_contacts.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

using Cell = std::array<unsigned, 3>;
constexpr unsigned kCellsAlong = 4;  // an axis: one bit of a word for each cell
constexpr Real kCellSize = 2.0 / kCellsAlong;
// |n + m|² = 2 + 2 n m
static_assert(kCellSize * kCellSize > 2 + 2 * kTolerances.opposed);
constexpr std::size_t kBlock = 16;   // contacts whose tests take several times as long as that of their box
constexpr unsigned kCurveBits = 10;  // of a coordinate
constexpr Real kBlockRounding = 1e-14;  // relative: of sums and products of three coordinates

Cell cellOf(const Vec3& normal) {
    Cell cell;
    for (int axis = 0; axis < 3; ++axis) {
        const Real at = std::clamp<Real>((normal[axis] + 1) / kCellSize, 0, kCellsAlong - 1);
        cell[static_cast<std::size_t>(axis)] = static_cast<unsigned>(at);
    }
    return cell;
}

unsigned numberOf(const Cell& cell) { return (cell[0] * kCellsAlong + cell[1]) * kCellsAlong + cell[2]; }

/// The position of a point on the curve through a box, from 0 to 1 along each axis.
std::uint64_t placeOnCurve(const Vec3& share) {
    std::uint64_t place = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::uint64_t>(share[axis] * ((1u << kCurveBits) - 1));
        for (unsigned bit = 0; bit < kCurveBits; ++bit)
            place |= (at >> bit & 1) << (3 * bit + static_cast<unsigned>(axis));
    }
    return place;
}

}  // namespace

void OpposedContacts::sort() {
    Aabb box;
    for (const KeyedIndex& item : sorted_) box.include(point(contacts_[item.index]));
    const Vec3 size = box.size().cwiseMax(std::numeric_limits<Real>::min());
    for (KeyedIndex& item : sorted_) {
        const Candidate& c = contacts_[item.index];
        const Vec3 share = (point(c) - box.min).cwiseQuotient(size).cwiseMax(0).cwiseMin(1);
        item.key = std::uint64_t{numberOf(cellOf(c.normal))} << (3 * kCurveBits) | placeOnCurve(share);
    }
    sortByKey(sorted_);
    entries_.reserve(sorted_.size());
    for (const KeyedIndex& item : sorted_) {
        const Candidate& c = contacts_[item.index];
        addToBlock(item.key >> (3 * kCurveBits), {c.normal, point(c), c.gap, item.index});
    }
}

void OpposedContacts::addToBlock(std::size_t cell, const Entry& entry) {
    const std::uint64_t bit = std::uint64_t{1} << cell;
    const std::size_t place = entries_.size();
    if (!(occupied_ & bit)) firstBlock_[cell] = blocks_.size();
    if (!(occupied_ & bit) || place - blocks_.back().begin == kBlock)
        blocks_.push_back({cell, place, place, {}, std::numeric_limits<Real>::infinity()});
    occupied_ |= bit;
    Block& block = blocks_.back();
    entries_.push_back(entry);
    block.end = entries_.size();
    block.box.include(entry.point);
    block.leastGap = std::min(block.leastGap, entry.gap);
}

/// The cell of the reverse and its neighbours, as bits.
std::uint64_t OpposedContacts::cellsOpposite(const Vec3& normal) {
    const Cell middle = cellOf(-normal);
    const auto first = [&](std::size_t axis) { return middle[axis] == 0 ? 0 : middle[axis] - 1; };
    const auto last = [&](std::size_t axis) { return std::min(middle[axis] + 1, kCellsAlong - 1); };
    std::uint64_t row = 0, all = 0;
    for (unsigned z = first(2); z <= last(2); ++z) row |= std::uint64_t{1} << z;
    for (unsigned x = first(0); x <= last(0); ++x) {
        for (unsigned y = first(1); y <= last(1); ++y) all |= row << numberOf({x, y, 0});
    }
    return all;
}

/// By the thickness of the body, which is at most twice the depth of the deeper contact.
bool OpposedContacts::mayBeOpposite(const Candidate& c, const Block& block) const {
    const Vec3 direction = into(c), toMiddle = block.box.centre() - point(c), half = 0.5 * block.box.size();
    const Real rounding =
        kBlockRounding * (block.box.min.cwiseAbs() + block.box.max.cwiseAbs() + point(c).cwiseAbs()).sum();
    const Real middle = direction.dot(toMiddle), extent = direction.cwiseAbs().dot(half) + rounding;
    return middle + extent >= 0 && middle - extent <= -2 * std::min(c.gap, block.leastGap);
}

}  // namespace ricochet
