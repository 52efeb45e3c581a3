#pragma once

#include "algorithms/sweep_and_prune/pair_order.h"
#include "algorithms/sweep_and_prune/sorted_cells.h"

#include <vector>

namespace ricochet::sweep {

/// Compares ranges of entries, and determines from bodies' boxes which pairs have begun or ceased to overlap.
/// For one thread; its lists are reused.
class OverlapFinder {
public:
    void clear() {
        added.clear();
        removed.clear();
    }
    /// Every pair of entries of a list of consecutive ones with later ones of their layer.
    void findAmong(const SortedCells& cells, const std::vector<Body>& bodies, Index first, Index last);
    /// The entries of one layer with all of another.
    void findBetween(const SortedCells& cells, Index layer, Index otherLayer,
                     const std::vector<Body>& bodies);
    /// Both, where cells hold fattened boxes: appends the bodies whose fattened boxes overlap, and classifies
    /// nothing.
    void listAmong(const SortedCells& cells, Index first, Index last, BodyPairs& near);
    void listBetween(const SortedCells& cells, Index layer, Index otherLayer, BodyPairs& near);
    /// The pairs of a list but those of unsorted bodies.
    void findOf(const BodyPairs& near, const std::vector<Body>& bodies);
    /// All unsorted bodies with all others.
    void findOfUnsorted(const SortedCells& unsorted, const SortedCells& cells,
                        const std::vector<Body>& bodies);
    /// Moved entries of `queries` with all of `cells`; a pair of two moved bodies is found from both sides
    /// and reported from one.
    void findOfMoved(const SortedCells& queries, std::span<const Index> moved, const SortedCells& cells,
                     const std::vector<Body>& bodies);

    std::vector<PairKey> added, removed;

private:
    enum class Sides { one, both };
    /// Both call full() occasionally, and at the end.
    template <class Full>
    void appendAmong(const SortedCells& cells, Index first, Index last, Full&& full);
    template <class Full>
    void appendBetween(const SortedCells& cells, Index layer, Index otherLayer, Full&& full);
    /// All of these take the windows that have been appended.
    template <class Take>
    void scanWindows(const SortedCells& queries, const SortedCells& cells, Request request, Take&& take);
    void compare(const SortedCells& queries, const SortedCells& cells, const std::vector<Body>& bodies,
                 Sides sides);
    void list(const SortedCells& cells, BodyPairs& near);
    void reportChange(Tag a, Tag b, const std::vector<Body>& bodies);

    std::vector<Window> windows_;
    std::vector<BoxOverlap> overlaps_;
};

}  // namespace ricochet::sweep
