#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/sweep_and_prune/overlap_finder.h"

namespace ricochet::sweep {

/// Pairs of bodies that may begin or cease to overlap while both stay in their fattened boxes, in a list for
/// each part of the work, and the bodies that have left theirs. Where such lists do not last, they are not
/// made for a while.
class VerletList {
public:
    /// The cells hold fattened boxes. There is a finder for each part; all but the last one get equal shares
    /// of the entries.
    void list(const SortedCells& cells, std::span<OverlapFinder> finders, const Executor& executor);
    /// Finds, in a step, bodies that have left their fattened boxes in the same cells; returns how many. The
    /// entries of the others get the boxes round their last and present ones.
    std::size_t findEscaped(SortedCells& cells, const std::vector<Body>& bodies, const Executor& executor);
    /// Takes those out of the cells.
    void eraseEscaped(SortedCells& cells, std::vector<Body>& bodies) const;
    /// Bodies are no longer in the cells where they were.
    void forget();
    /// Call it after a step in which the lists were valid.
    void grow() { ++age_; }
    /// Call it when the lists are no longer valid, or could not be made.
    void giveUp();
    /// Call it once per step while there are no lists.
    bool isDueForListing() { return stepsToWait_ == 0 || --stepsToWait_ == 0; }

    bool areListed() const { return areListed_; }
    const BodyPairs& part(Index i) const { return parts_[i]; }
    std::size_t bytes() const;

private:
    std::vector<BodyPairs> parts_;
    std::vector<std::vector<Index>> escaped_;  ///< bodies, by share of the entries
    bool areListed_ = false;
    int age_ = 0;  ///< steps
    int wait_ = 1, stepsToWait_ = 0;
};

}  // namespace ricochet::sweep
