#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/sweep_and_prune/overlap_finder.h"

namespace ricochet::sweep {

/// Pairs of bodies that may begin or cease to overlap while both stay in their fattened boxes, in one list
/// for each part of the work. If such lists do not last, none are made for a while.
class VerletList {
public:
    /// Builds the lists from cells that contain fattened boxes; one finder per part, all but the last with
    /// equal shares of the entries.
    void list(const SortedCells& cells, std::span<OverlapFinder> finders, const Executor& executor);
    /// Call it when bodies are no longer in the same cells.
    void forget();
    /// Call it after a step in which the lists were valid.
    void grow() { ++age_; }
    /// Call it when the lists are no longer valid, or could not be made.
    void giveUp();
    /// Call it once per step while there are no lists.
    bool shallBeListed() { return stepsToWait_ == 0 || --stepsToWait_ == 0; }

    bool areListed() const { return areListed_; }
    const BodyPairs& part(Index i) const { return parts_[i]; }
    std::size_t bytes() const;

private:
    std::vector<BodyPairs> parts_;
    bool areListed_ = false;
    int age_ = 0;  ///< steps
    int wait_ = 1, stepsToWait_ = 0;
};

}  // namespace ricochet::sweep
