// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Section 3.3.5. Here a cell is split only along
// axes where it is long, and only if that saves pairs; boxes decide which parts a cell contains; and a pair
// belongs to the voxel that contains the lower corner of the intersection of the two boxes, so that no memory
// is needed to list it once.

#include "algorithms/geometry/subdivision.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// Where to split, per axis; infinite along axes where the cell is short already, so that all lies below.
Vec3 middleOf(const Aabb& box) {
    const Vec3 size = box.size();
    const Real longest = size.maxCoeff();
    Vec3 middle;
    for (int axis = 0; axis < 3; ++axis) {
        middle[axis] = size[axis] > 0.5 * longest ? box.centre()[axis] : kInfinity;
    }
    return middle;
}

/// The octant of `box`: bit k of `child` selects the half above or below the middle along axis k.
Aabb octant(const Aabb& box, const Vec3& middle, unsigned child) {
    Aabb octant = box;
    for (int axis = 0; axis < 3; ++axis) {
        if (child >> axis & 1u) {
            octant.min[axis] = middle[axis];
        } else {
            octant.max[axis] = std::min(box.max[axis], middle[axis]);
        }
    }
    return octant;
}

/// Bit c: the box extends into child c.
unsigned childrenOf(const Aabb& box, const Vec3& middle) {
    constexpr std::array<unsigned, 3> kBelow = {0b01010101, 0b00110011, 0b00001111};
    unsigned children = 0xff;
    for (Index axis = 0; axis < 3; ++axis) {
        const unsigned below = box.min[axis] < middle[axis] ? kBelow[axis] : 0;
        const unsigned above = box.max[axis] >= middle[axis] ? ~kBelow[axis] : 0;
        children &= below | above;
    }
    return children;
}

bool owns(const Aabb& owned, const Aabb& a, const Aabb& b) {
    const Vec3 corner = a.min.cwiseMax(b.min);
    return (owned.min.array() <= corner.array()).all() && (corner.array() < owned.max.array()).all();
}

}  // namespace

std::size_t endOfFirstBody(const BodyParts& parts, std::span<const Index> entries) {
    const Index body = parts.bodies[entries.front()];
    const auto isOfBody = [&](Index entry) { return parts.bodies[entry] == body; };
    const auto end = std::partition_point(entries.begin(), entries.end(), isOfBody);
    return static_cast<std::size_t>(end - entries.begin());
}

std::uint64_t countPairs(const BodyParts& parts, std::span<const Index> entries) {
    std::uint64_t pairs = 0;
    while (!entries.empty()) {
        const std::size_t own = endOfFirstBody(parts, entries);
        entries = entries.subspan(own);
        pairs += own * entries.size();
    }
    return pairs;
}

void EntryStack::reserve(std::size_t more) {
    if (entries_.size() < top_ + more) entries_.resize(2 * (top_ + more));
}

void EntryStack::push(std::span<const Index> entries) {
    reserve(entries.size());
    std::copy(entries.begin(), entries.end(), entries_.begin() + static_cast<std::ptrdiff_t>(top_));
    top_ += entries.size();
}

void EntryStack::pushMarked(const OctreeCell& cell, std::span<const std::uint8_t> marks, unsigned bit) {
    const std::size_t count = cell.end - cell.begin;
    reserve(count);
    const Index* entries = entries_.data() + cell.begin;
    Index* end = entries_.data() + top_;
    // Without a branch: the marks are unpredictable.
    for (std::size_t i = 0; i < count; ++i) {
        *end = entries[i];
        end += marks[i] >> bit & 1u;
    }
    top_ = static_cast<std::size_t>(end - entries_.data());
}

void Subdivision::begin(const BodyParts& parts, const SubdivisionRules& rules) {
    parts_ = &parts;
    rules_ = &rules;
    stack_.dropTo(0);
    boxTests_ = 0;
}

OctreeCell Subdivision::push(OctreeCell cell, std::span<const Index> entries) {
    cell.begin = stack_.top();
    stack_.push(entries);
    cell.end = stack_.top();
    return cell;
}

void Subdivision::markChildren(const OctreeCell& cell, const Vec3& middle,
                               const std::array<OctreeCell, 8>& children) {
    const std::span<const Index> entries = entriesOf(cell);
    marks_.resize(std::max(marks_.size(), entries.size()));
    boxTests_ += entries.size();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        marks_[i] = static_cast<std::uint8_t>(childrenOf(parts_->boxes[entries[i]], middle));
    }
    if (!rules_->meets) return;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (unsigned c = 0; c < 8; ++c) {
            const bool isMarked = marks_[i] >> c & 1u;
            if (isMarked && !rules_->meets(entries[i], children[c].box)) {
                marks_[i] = static_cast<std::uint8_t>(marks_[i] & ~(1u << c));
            }
        }
    }
}

/// False if the cell is a voxel; then the stack is as before.
bool Subdivision::split(const OctreeCell& cell, std::array<OctreeCell, 8>& children) {
    const std::uint64_t pairs = pairsIn(cell);
    if (cell.level >= rules_->maxLevel) return false;
    if (pairs <= rules_->fewPairs && rules_->where != SplitWhere::partsAre) return false;

    const Vec3 middle = middleOf(cell.box);
    for (unsigned c = 0; c < 8; ++c) {
        children[c] = {octant(cell.box, middle, c), octant(cell.owned, middle, c), cell.level + 1};
    }
    markChildren(cell, middle, children);

    const std::size_t top = stack_.top();
    std::uint64_t pairsInChildren = 0;
    for (unsigned c = 0; c < 8; ++c) {
        children[c].begin = stack_.top();
        stack_.pushMarked(cell, marks_, c);
        children[c].end = stack_.top();
        pairsInChildren += pairsIn(children[c]);
    }
    if (pairsInChildren < pairs || rules_->where != SplitWhere::savesPairs) return true;
    stack_.dropTo(top);
    return false;
}

void Subdivision::listColumn(const OctreeCell& voxel, std::span<const Index> rows,
                             std::span<const Index> columns, std::vector<EntryPair>& pairs) {
    columnBoxes_.resize(static_cast<Index>(columns.size()));
    for (Index i = 0; i < columnBoxes_.count; ++i) columnBoxes_.set(i, parts_->boxes[columns[i]]);
    found_.resize(std::max(found_.size(), columns.size()));
    boxTests_ += rows.size() * columns.size();
    // If parts decide by themselves which cells they touch, the corner's cell may be none of them.
    const bool takesAll = rules_->meets || voxel.level == 0;
    for (const Index row : rows) {
        const Aabb& box = parts_->boxes[row];
        const Index count = findOverlapping(columnBoxes_, box, found_);
        for (const Index i : std::span(found_).first(count)) {
            if (takesAll || owns(voxel.owned, box, parts_->boxes[columns[i]])) {
                pairs.push_back({row, columns[i]});
            }
        }
    }
}

void Subdivision::listPairs(const OctreeCell& voxel, std::vector<EntryPair>& pairs) {
    const std::span<const Index> entries = entriesOf(voxel);
    for (std::size_t begin = endOfFirstBody(*parts_, entries); begin < entries.size();) {
        const std::size_t own = endOfFirstBody(*parts_, entries.subspan(begin));
        listColumn(voxel, entries.first(begin), entries.subspan(begin, own), pairs);
        begin += own;
    }
}

}  // namespace ricochet
