#pragma once

#include "algorithms/sweep_and_prune/sorted_cells.h"

#include <span>
#include <vector>

namespace ricochet::sweep {

/// Bodies without a place in the main cells: these have no room for them, or hold fattened boxes that the
/// bodies have left. They lie in cells of their own, which are sorted in each step, until the main cells are
/// sorted anew.
class UnsortedBodies {
public:
    UnsortedBodies();

    /// `all`: every body of the sweep, here and below.
    void add(Index body, std::vector<Body>& all);
    void drop(Index body, std::vector<Body>& all);
    /// They get a place in the main cells.
    void clear(std::vector<Body>& all, const Executor& executor);
    /// Sorts them into the cells of a plan.
    void sort(const CellPlan& plan, std::vector<Body>& all, const Executor& executor);
    /// After the step: entries get the boxes that are now the last ones.
    void settle(const std::vector<Body>& all);
    void trimLists();

    const SortedCells& cells() const { return cells_; }
    SortedCells& cells() { return cells_; }
    /// Entries of those that have moved.
    std::span<const Index> moved() const { return moved_; }
    std::size_t size() const { return bodies_.size(); }
    /// How many entries were sorted since the last `clear`.
    std::size_t sortedCount() const { return sorted_; }
    std::size_t bytes() const;

private:
    std::vector<Index> bodies_, moved_;
    SortedCells cells_;
    std::size_t sorted_ = 0;
};

}  // namespace ricochet::sweep
