#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/sweep_and_prune/bodies.h"
#include "algorithms/sweep_and_prune/cell_plan.h"
#include "algorithms/sweep_and_prune/scan.h"

#include <span>
#include <vector>

namespace ricochet::sweep {

/// Bodies' boxes sorted into the cells of a plan, by their lower corners. Boxes of a column's cells lie one
/// after the other, so that a search along a column reads memory from front to back.
class SortedCells {
public:
    /// Sorts the boxes of these bodies, and notes in each body where it lies.
    void build(const CellPlan& plan, std::vector<Body>& bodies, std::span<const Index> members,
               const Executor& executor);
    /// Every entry gets its body's box at the last step, and no motion.
    void settle(const std::vector<Body>& bodies);
    /// The same for the bodies that have two entries; one of them is left. No query shall meet a body twice.
    void settleSplitBodies(const std::vector<Body>& bodies);

    /// Writes the box round the body's last and present one over its entry. False where the entry would have
    /// to lie in another cell.
    bool moveInPlace(Index entry, const SweepBox& box, float motion);
    void settle(Index entry, const SweepBox& box) { entries_.set(entry, box, 0); }
    /// From now on the entry is that of the body's last box.
    void leaveLastBox(Index entry, Index body);
    void erase(Index entry);

    /// What a new body further on in its own layer is compared with: each pair of entries once.
    void appendWindowsAfter(Index entry, int layer, std::vector<Window>& windows) const;
    /// All entries of a layer that can overlap the box; `query` is what the windows are marked with.
    void appendWindowsOf(const SweepBox& box, Index query, int layer, std::vector<Window>& windows) const;
    void appendWindowsOf(const SweepBox& box, Index query, std::vector<Window>& windows) const;
    /// All entries that a ray can hit.
    void appendWindowsOf(const SweepRay& ray, const Vec3& inverse, std::vector<Window>& windows) const;
    /// Calls visit(entry) for all whose boxes the ray may hit.
    template <class Visit>
    void forEachNear(const SweepRay& ray, const Vec3& inverse, Visit&& visit) const;

    const Entries& entries() const { return entries_; }
    Index size() const { return entries_.size(); }
    bool isEmpty() const { return size() == 0; }
    Index layerBegin(int layer) const { return start_[plan_.layers[layer].firstCell]; }
    Index layerEnd(int layer) const { return layer + 1 < CellPlan::kLayers ? layerBegin(layer + 1) : size(); }
    std::size_t bytes() const;

private:
    /// Before it is sorted.
    struct Unsorted {
        Tag tag;
        Index cell;
    };
    using Reach = std::array<float, 3>;  ///< metres, along each axis
    /// What one thread prepares.
    struct Part {
        std::vector<Unsorted> entries;
        std::vector<Index> next;   ///< per cell: how many, then where the next one goes
        std::vector<Index> split;  ///< where entries of bodies that have two went
        std::array<Reach, CellPlan::kLayers> reach{};
    };
    /// Of the boxes that begin in a column.
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
    void scatter(Part& part);
    void fill(std::vector<Body>& bodies, Index first, Index last);
    void boundColumns();
    void appendColumn(const CellPlan::Layer& cut, int column, int fromCell, int toCell, Index query,
                      std::vector<Window>& windows) const;

    CellPlan plan_;
    std::vector<Part> parts_;
    std::vector<Tag> order_;
    Entries entries_;
    std::vector<Index> start_ = std::vector<Index>(CellPlan::kLayers + 1, 0);  ///< per cell, and the end
    std::array<Reach, CellPlan::kLayers> reach_{};                             ///< of the longest boxes
    std::array<std::vector<ColumnBounds>, CellPlan::kLayers> columnBounds_;
};

template <class Visit>
void SortedCells::forEachNear(const SweepRay& ray, const Vec3& inverse, Visit&& visit) const {
    constexpr Index kAtOnce = 64;
    std::array<Index, kAtOnce + Entries::kPadding> found;
    std::vector<Window> windows;
    appendWindowsOf(ray, inverse, windows);
    for (const Window& window : windows) {
        for (Index first = window.first; first < window.last; first += kAtOnce) {
            const Index last = std::min(first + kAtOnce, window.last);
            const Index count = scanRay(ray, inverse, entries_, first, last, found.data());
            for (Index i = 0; i < count; ++i) {
                if (entries_.tags[found[i]].covers() != Covers::nothing) visit(found[i]);
            }
        }
    }
}

}  // namespace ricochet::sweep
