#pragma once

#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "algorithms/sweep_and_prune/verlet_list.h"

#include <cstdint>

namespace ricochet::sweep {

/// Sweep and prune by cells that are sorted anew, or, where few bodies move, reused from step to step:
/// then only those that move are compared, with all others. Bodies that leave their cell, or are new, go to
/// where the cells have room for them; those without room wait in small cells of their own, the
/// unsorted bodies, until all are sorted again.
class CellSweep final : public BroadPhase {
public:
    explicit CellSweep(const SweepSettings& settings);

    Index insert(const SweepBox& box) override;
    void update(Index body, const SweepBox& box) override;
    void remove(Index body, BodyPairs* lost) override;
    void forgetPairs(Index body, BodyPairs* lost) override;
    const PairChanges& step() override;
    BodyPairs pairs() const override;
    void rayCast(const SweepRay& ray, const BodyVisitor& visit) const override;
    void overlap(const SweepBox& box, const BodyVisitor& visit) const override;
    std::size_t bytes() const override;

private:
    Index takeNumber();
    void noteMoved(Index body);
    void trimLists();
    void addUnsorted(Index body);
    void dropUnsorted(Index body);
    bool doManyMove() const;
    bool areMostNew() const;
    bool areCellsWorn() const;
    void forgetTheDead();

    void sortAll(Room room);
    void renewPlan();
    void findAmongAll();
    Index shareCount() const;  ///< into which work with main entries is cut

    bool followNear();
    bool listNear();
    std::size_t findEscaped();
    void collectUnsorted();
    void lookAtNear();
    void lookAtMoved();
    void prefetchMoved(std::size_t place) const {
        if (place < moved_.size()) __builtin_prefetch(&bodies_[moved_[place]]);
    }
    void placeMoved();
    bool placeInMain(Index body);
    bool moveToOtherCell(Index body, const SweepBox& box, float motion);
    void sortUnsorted();
    void listMovedMain();
    void sortMovedMain();
    void settleMovedMain();
    void commit();
    void takeChanges(std::span<OverlapFinder> finders);

    SortedCells& cellsOf(const Body& body) { return body.isUnsorted() ? unsorted_ : main_; }
    /// Calls visit(body, isSure) for those whose last or present boxes the box may overlap; where it is sure,
    /// it overlaps the present one of a body that has not moved since the last step.
    template <class Visit>
    void forEachNear(const SweepBox& box, Visit&& visit) const;

    SweepSettings settings_;
    std::vector<Body> bodies_;
    std::vector<Index> free_;
    std::vector<Index> moved_;  ///< since the last step; may name the dead
    std::vector<Index> unsortedBodies_;
    std::size_t alive_ = 0;
    int stepsSinceGrowth_ = 0;  ///< of the list of bodies

    CellPlan plan_;
    std::size_t planBodies_ = 0;  ///< for how many the plan was made
    int planAge_ = 0;             ///< times that it was used
    SortedCells main_, unsorted_;
    bool mainIsSettled_ = true;    ///< else its boxes hold two steps' boxes
    std::size_t spentBudget_ = 0;  ///< unsorted bodies sorted so far in place of sorting all
    std::size_t inserted_ = 0;     ///< into the main cells since they were sorted

    /// Of the bodies in the main cells, as long as these have fattened boxes.
    VerletList near_;
    std::vector<std::vector<Index>>
        escaped_;          ///< by share: bodies that have left their fattened boxes in this step
    int stepsInARow_ = 0;  ///< in which many moved, up to now

    std::vector<Index> members_, movedMain_, movedUnsorted_;
    std::vector<std::uint64_t> marks_;  ///< a bit per main entry, none of them set
    std::vector<OverlapFinder> finders_;
    std::vector<PairKey> keys_;
    PairOrder order_;
    PairChanges changes_;
};

}  // namespace ricochet::sweep
