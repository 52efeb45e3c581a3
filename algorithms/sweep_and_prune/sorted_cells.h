#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/sweep_and_prune/bodies.h"
#include "algorithms/sweep_and_prune/cell_plan.h"
#include "algorithms/sweep_and_prune/scan.h"

#include <span>
#include <utility>
#include <vector>

namespace ricochet::sweep {

/// Whether free entries are left between others for later insertions.
enum class Room { none, some };
/// Which boxes are sorted: the union of the last and the present one, or fattened boxes, which last for some
/// steps.
enum class Fit { tight, fattened };

/// Bodies' boxes sorted into the cells of a plan, by their lower corners. The boxes of a column are
/// contiguous in the order of its cells, so that a search along a column reads memory sequentially.
class SortedCells {
public:
    /// Sorts the boxes of these bodies, and stores in each body the number of its entry.
    void build(const CellPlan& plan, std::vector<Body>& bodies, std::span<const Index> members, Room room,
               Fit fit, const Executor& executor);
    /// After sorting fattened boxes: moves them to a separate array, so that the entries have their usual
    /// contents again, and frees the sorting workspace, which will not be needed for some steps.
    void keepFattenedBoxes();
    /// Overwrites each of these entries with the union of the last and the present box; appends to `escaped`
    /// the bodies that have left their fattened boxes.
    void findEscaped(const std::vector<Body>& bodies, Index first, Index last, std::vector<Index>& escaped);
    /// Sets every entry to its body's box at the last step, without motion.
    void settle(const std::vector<Body>& bodies);
    /// The same for the bodies with two entries, and removes one of these, so that no query finds a body
    /// twice.
    void settleSplitBodies(const std::vector<Body>& bodies);

    /// Overwrites the body's entry with the union of its last and present box. False if the entry would
    /// belong to another cell.
    bool moveInPlace(Index entry, const SweepBox& box, float motion);
    void settle(Index entry, Index body, const SweepBox& box) {
        entries_.setTag(entry, Tag(body, Covers::both));
        entries_.set(entry, box, 0);
    }
    /// Inserts a box into its cell, if necessary by moving a few others, and updates their bodies. Returns
    /// its entry; kNone: there is no free entry nearby.
    Index insert(Tag tag, const SweepBox& box, float motion, std::vector<Body>& bodies);
    /// Turns the entry into that of the body's last box.
    void leaveLastBox(Index entry, Index body);
    void erase(Index entry);
    /// Whether it was built with free entries.
    bool hasRoom() const { return room_ == Room::some; }

    /// The column of an entry, for loops over entries from front to back.
    struct Cursor {
        Index layer = 0, column = 0;
    };
    /// What an entry is compared with further on in its own layer, so that each pair comes once.
    void appendWindowsAfter(Index entry, Cursor& cursor, std::vector<Window>& windows) const;
    /// All entries of a layer that can overlap the box; `query` is what the windows are marked with.
    void appendWindows(const SweepBox& box, Index query, Index layer, std::vector<Window>& windows) const;
    void appendWindows(const SweepBox& box, Index query, std::vector<Window>& windows) const;
    /// Calls visit(finds) for lists of the bodies whose boxes meet the box, or may be hit by the ray.
    template <class Visit>
    void forEachNear(const SweepBox& box, Visit&& visit) const;
    template <class Visit>
    void forEachNear(const SweepRay& ray, const Vec3& inverse, Visit&& visit) const;

    const Entries& entries() const { return entries_; }
    Index size() const { return entries_.size(); }
    bool isEmpty() const { return size() == 0; }
    /// The range of entries of the i-th of several equal parts.
    std::pair<Index, Index> share(Index i, Index count) const {
        const auto partBegin = [&](std::size_t place) { return static_cast<Index>(place * size() / count); };
        return {partBegin(i), partBegin(i + 1)};
    }
    Index columnEnd(const Cursor& at) const {
        const CellPlan::Layer& cut = plan_.layers[at.layer];
        return start_[cut.cellOf(at.column, cut.cells.cells())];
    }
    Index layerBegin(Index layer) const { return start_[plan_.layers[layer].firstCell]; }
    Index layerEnd(Index layer) const {
        return layer + 1 < CellPlan::kLayers ? layerBegin(layer + 1) : size();
    }
    /// Around the boxes in each cell that has any.
    std::vector<SweepBox> filledCells() const;
    std::size_t bytes() const;

private:
    /// Before it is sorted.
    struct Unsorted {
        Tag tag;
        Index cell;
    };
    using Extents = std::array<float, 3>;  ///< metres, along each axis
    /// The data that one thread prepares.
    struct Part {
        std::vector<Unsorted> entries;
        std::vector<Index> next;   ///< per cell: number of boxes, then position of the next one
        std::vector<Index> split;  ///< positions of entries of bodies with two
        std::array<Extents, CellPlan::kLayers> longest{};
    };
    /// Bounds of the boxes that begin in a column.
    struct ColumnBounds {
        float min = 3 * kFar, max = -3 * kFar;
        void include(float low, float high) {
            min = std::min(min, low);
            max = std::max(max, high);
        }
    };

    void collect(Part& part, std::vector<Body>& bodies, std::span<const Index> members) const;
    void collect(Part& part, Tag tag, const SweepBox& box) const;
    void placeCells();
    void include(const SweepBox& box, Index layer);
    Index findHole(Index first) const;
    Index makeHole(Index cell, std::vector<Body>& bodies);
    void moveEntry(Index from, Index to, std::vector<Body>& bodies);
    void scatter(Part& part);
    void fill(std::vector<Body>& bodies, Index first, Index last);
    void boundColumns();
    /// Calls visit(first, last) for the entries of some cells of a column, where there are any.
    template <class Visit>
    void visitColumn(const CellPlan::Layer& cut, Index column, Index fromCell, Index toCell,
                     Visit&& visit) const {
        const Index first = start_[cut.cellOf(column, fromCell)];
        const Index last = start_[cut.cellOf(column, toCell) + 1];
        if (first < last) visit(first, last);
    }
    template <class Visit>
    void forEachWindow(const SweepBox& box, Index layer, Visit&& visit) const;
    template <class Visit>
    void forEachWindow(const SweepRay& ray, const Vec3& inverse, Index layer, Visit&& visit) const;

    CellPlan plan_;
    Room room_ = Room::none;
    Fit fit_ = Fit::tight;
    std::vector<Part> parts_;
    std::vector<Tag> order_;
    Entries entries_;
    std::vector<SweepBox> fattened_;  ///< by entry, if bodies have fattened boxes
    std::vector<Index> start_ = std::vector<Index>(CellPlan::kLayers + 1, 0);  ///< per cell, and the end
    std::array<Extents, CellPlan::kLayers> longest_{};                         ///< of the longest boxes
    std::array<std::vector<ColumnBounds>, CellPlan::kLayers> columnBounds_;
};

}  // namespace ricochet::sweep

#include "algorithms/sweep_and_prune/sorted_cells-inl.h"
