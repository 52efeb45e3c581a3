#pragma once

#include "algorithms/sweep_and_prune/sorted_cells.h"
#include "algorithms/sweep_and_prune/sweep_bodies.h"
#include "algorithms/sweep_and_prune/unsorted_bodies.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ricochet::sweep {

/// The cells in which most bodies lie, and their plan. All are sorted anew, or, where few bodies move, the
/// cells are reused: those that move are overwritten in place, or go to where their cell has room.
class MainCells {
public:
    MainCells();

    /// Sorts all bodies. After the step, `settleSplitBodies` must follow.
    void sort(SweepBodies& bodies, Room room, const Executor& executor);
    /// Chooses the bodies that can have fattened boxes; returns how many.
    std::size_t chooseFattened(const SweepBodies& bodies);
    /// Sorts the fattened boxes of those. All others lie nowhere afterwards.
    void sortFattened(SweepBodies& bodies, const Executor& executor);
    /// The next plan is made anew.
    void outdatePlan() { planAge_ = kPlanAge; }

    /// Before the first step that reuses the cells: entries get the bodies' last boxes.
    void settle(const SweepBodies& bodies);
    /// Gives each body that has moved the place of its present box; those for which there is none go to
    /// `unsorted`.
    void placeMoved(SweepBodies& bodies, UnsortedBodies& unsorted);
    /// Entries of the bodies that have moved, of both boxes where there are two.
    std::span<const Index> moved() const { return moved_; }
    /// After the step: the same entries get the boxes that are now the last ones.
    void settleMoved(const SweepBodies& bodies);

    const SortedCells& cells() const { return cells_; }
    SortedCells& cells() { return cells_; }
    const CellPlan& plan() const { return plan_; }
    /// Insertions of boxes into cells other than their own, since all were sorted.
    std::size_t insertions() const { return inserted_; }
    void trimLists();
    std::size_t bytes() const;

private:
    void renewPlan(const SweepBodies& bodies);
    bool place(Index id, SweepBodies& bodies);
    bool moveToOtherCell(Index id, const SweepBox& box, float motion, SweepBodies& bodies);
    void listMoved(const SweepBodies& bodies);
    void sortMoved();

    static constexpr int kPlanAge = 64;  ///< sortings

    CellPlan plan_;
    std::size_t planBodies_ = 0;  ///< for how many the plan was made
    int planAge_ = 0;             ///< times that it was used
    SortedCells cells_;
    bool isSettled_ = true;  ///< else the boxes hold two steps' boxes
    std::size_t inserted_ = 0;
    std::vector<Index> members_;  ///< bodies that are sorted
    std::vector<Index> moved_;
    std::vector<std::uint64_t> marks_;  ///< a bit per entry, none of them set
};

}  // namespace ricochet::sweep
