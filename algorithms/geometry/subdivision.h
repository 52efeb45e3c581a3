#pragma once

#include "algorithms/geometry/box_list.h"

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ricochet {

/// Parts of several bodies, grouped by body: faces, or cubes of an octree. The position of a part in the list
/// is an *entry*.
struct BodyParts {
    std::vector<Index> bodies;  ///< per entry, ascending
    std::vector<Aabb> boxes;    ///< metres, in the world

    Index size() const { return static_cast<Index>(bodies.size()); }
};

/// Two entries; the first one's body is the earlier one.
struct EntryPair {
    Index first, second;
    auto operator<=>(const EntryPair&) const = default;
};

/// How many pairs of entries belong to different bodies; `entries` ascend.
std::uint64_t countPairs(const BodyParts& parts, std::span<const Index> entries);

/// End of the entries of the first one's body.
std::size_t endOfFirstBody(const BodyParts& parts, std::span<const Index> entries);

/// Which cells above the last level are split.
enum class SplitWhere {
    savesPairs,  ///< those whose children together have fewer pairs of entries
    bodiesMeet,  ///< those with parts of two or more bodies
    partsAre     ///< all that contain any part
};

struct SubdivisionRules {
    Index maxLevel;          ///< a cell of this level is a voxel
    std::uint64_t fewPairs;  ///< a cell with at most this many pairs of entries is also a voxel
    /// Whether the entry's part itself touches a box; empty: its own box decides.
    std::function<bool(Index entry, const Aabb& cell)> meets = {};
    SplitWhere where = SplitWhere::savesPairs;
};

/// A node of the octree. Nodes live on the stack only; no octree is stored.
struct OctreeCell {
    Aabb box;
    Aabb owned;  ///< half-open; as `box`, but unbounded at the root's sides
    Index level = 0;
    std::size_t begin = 0, end = 0;  ///< its entries, in an EntryStack
};

/// Entries of the cells during the descent.
class EntryStack {
public:
    std::size_t top() const { return top_; }
    void dropTo(std::size_t top) { top_ = top; }
    void push(std::span<const Index> entries);
    /// Those of the cell's entries that have the mark's bit.
    void pushMarked(const OctreeCell& cell, std::span<const std::uint8_t> marks, unsigned bit);
    std::span<const Index> entriesOf(const OctreeCell& cell) const {
        return {entries_.data() + cell.begin, entries_.data() + cell.end};
    }

private:
    void reserve(std::size_t more);

    std::vector<Index> entries_;
    std::size_t top_ = 0;
};

/// Smith, Kitamura et al. 1995, section 3.3.5: subdivides cells that contain parts of two or more bodies. One
/// per thread; arrays are reused.
class Subdivision {
public:
    /// Refers to both.
    void begin(const BodyParts& parts, const SubdivisionRules& rules);

    /// A root with all entries, or any cell whose entries are given.
    OctreeCell push(OctreeCell cell, std::span<const Index> entries);

    /// Calls visit(voxel) for each voxel below the cell, in a fixed order, and for cells of `stopLevel`.
    template <class Visit>
    void forEachVoxel(const OctreeCell& cell, Index stopLevel, Visit&& visit) {
        std::array<OctreeCell, 8> children;
        const std::size_t top = stack_.top();
        if (cell.level >= stopLevel || !split(cell, children)) return visit(cell);
        for (const OctreeCell& child : children) {
            if (isWorthVisiting(child)) forEachVoxel(child, stopLevel, visit);
        }
        stack_.dropTo(top);
    }

    /// Appends each pair of the voxel whose boxes overlap and that the voxel owns.
    void listPairs(const OctreeCell& voxel, std::vector<EntryPair>& pairs);

    std::span<const Index> entriesOf(const OctreeCell& cell) const { return stack_.entriesOf(cell); }
    std::uint64_t boxTests() const { return boxTests_; }

private:
    std::uint64_t pairsIn(const OctreeCell& cell) const {
        return countPairs(*parts_, stack_.entriesOf(cell));
    }
    bool isWorthVisiting(const OctreeCell& cell) const {
        return rules_->where == SplitWhere::partsAre ? cell.begin < cell.end : pairsIn(cell) > 0;
    }
    bool split(const OctreeCell& cell, std::array<OctreeCell, 8>& children);
    void markChildren(const OctreeCell& cell, const Vec3& middle, const std::array<OctreeCell, 8>& children);
    void listColumn(const OctreeCell& voxel, std::span<const Index> rows, std::span<const Index> columns,
                    std::vector<EntryPair>& pairs);

    const BodyParts* parts_ = nullptr;
    const SubdivisionRules* rules_ = nullptr;
    EntryStack stack_;
    std::vector<std::uint8_t> marks_;  ///< per entry of the cell being split: bit c, lies in child c
    BoxList columnBoxes_;
    std::vector<Index> found_;
    std::uint64_t boxTests_ = 0;
};

}  // namespace ricochet
