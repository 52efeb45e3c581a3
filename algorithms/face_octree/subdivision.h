#pragma once

#include "algorithms/face_octree/checked_faces.h"
#include "algorithms/geometry/box_list.h"

#include <array>
#include <vector>

namespace ricochet {

struct SubdivisionRules {
    Index maxLevel;          ///< a cell of this level is a voxel
    std::uint64_t fewPairs;  ///< so is one with no more pairs of faces than this
    bool exact;              ///< faces themselves must meet a cell, not only their boxes
    Real growth;             ///< metres by which boxes of faces were grown
};

/// A node of the face octree. Nodes live on the stack only; no octree is stored.
struct Cell {
    Aabb box;
    Aabb owned;  ///< half-open; as `box`, but without end where that ends at the root's
    Index level = 0;
    std::size_t begin = 0, end = 0;  ///< its entries, in an EntryStack
};

/// Entries of the cells on the way down.
class EntryStack {
public:
    std::size_t top() const { return top_; }
    void dropTo(std::size_t top) { top_ = top; }
    void push(std::span<const Index> entries);
    /// Those of the cell's entries that have the mark's bit.
    void pushMarked(const Cell& cell, std::span<const std::uint8_t> marks, unsigned bit);
    std::span<const Index> entriesOf(const Cell& cell) const {
        return {entries_.data() + cell.begin, entries_.data() + cell.end};
    }

private:
    void reserve(std::size_t more);

    std::vector<Index> entries_;
    std::size_t top_ = 0;
};

/// Stage 3 (3.3.5): subdivides cells that hold faces of two or more bodies. One per thread; arrays reused.
class Subdivision {
public:
    void begin(const CheckedFaces& faces, const SubdivisionRules& rules);

    /// A root with all entries, or any cell whose entries are given.
    Cell push(Cell cell, std::span<const Index> entries);

    /// Calls visit(voxel) for each voxel below the cell, in a fixed order, and for cells of `stopLevel`.
    template <class Visit>
    void forEachVoxel(const Cell& cell, Index stopLevel, Visit&& visit) {
        std::array<Cell, 8> children;
        const std::size_t top = stack_.top();
        if (cell.level >= stopLevel || !split(cell, children)) return visit(cell);
        for (const Cell& child : children) {
            if (pairsIn(child) > 0) forEachVoxel(child, stopLevel, visit);
        }
        stack_.dropTo(top);
    }

    /// Appends each pair of the voxel whose boxes overlap and that the voxel owns.
    void listPairs(const Cell& voxel, std::vector<EntryPair>& pairs);

    std::span<const Index> entriesOf(const Cell& cell) const { return stack_.entriesOf(cell); }
    std::uint64_t boxTests() const { return boxTests_; }

private:
    std::uint64_t pairsIn(const Cell& cell) const { return countPairs(*faces_, stack_.entriesOf(cell)); }
    bool split(const Cell& cell, std::array<Cell, 8>& children);
    void markChildren(const Cell& cell, const Vec3& middle, const std::array<Cell, 8>& children);
    void listColumn(const Cell& voxel, std::span<const Index> rows, std::span<const Index> columns,
                    std::vector<EntryPair>& pairs);

    const CheckedFaces* faces_ = nullptr;
    SubdivisionRules rules_ = {};
    EntryStack stack_;
    std::vector<std::uint8_t> marks_;  ///< per entry of the cell being split: bit c, lies in child c
    BoxList columnBoxes_;
    std::vector<Index> found_;
    std::uint64_t boxTests_ = 0;
};

}  // namespace ricochet
