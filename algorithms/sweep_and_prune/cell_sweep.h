#pragma once

#include "algorithms/sweep_and_prune/main_cells.h"
#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "algorithms/sweep_and_prune/sweep_bodies.h"
#include "algorithms/sweep_and_prune/unsorted_bodies.h"
#include "algorithms/sweep_and_prune/verlet_list.h"

namespace ricochet::sweep {

/// Sweep and prune by cells. In each step it chooses, by how many bodies move, whether all are sorted anew,
/// a Verlet list is followed, or the cells are reused and only the bodies that move are compared with all
/// others; and it reports the pairs that have begun or ceased to overlap.
class CellSweep final : public BroadPhase {
public:
    explicit CellSweep(const SweepSettings& settings) : settings_(settings) {}

    Index insert(const SweepBox& box) override { return bodies_.insert(box); }
    void update(Index body, const SweepBox& box) override { bodies_.update(body, box); }
    void remove(Index body, BodyPairs* lost) override;
    void forgetPairs(Index body, BodyPairs* lost) override;
    const PairChanges& step() override;
    BodyPairs pairs() const override;
    void rayCast(const SweepRay& ray, const BodyVisitor& visit) const override;
    void overlap(const SweepBox& box, const BodyVisitor& visit) const override;
    std::vector<SweepBox> cells() const override { return main_.cells().filledCells(); }
    std::size_t bytes() const override;

private:
    bool doManyMove() const;
    bool areMostNew() const;
    bool areCellsWorn() const;
    void trimLists();

    void sortAll(Room room);
    void findAmongAll();
    bool followNear();
    bool listNear();
    void collectUnsorted();
    void findOfNear();
    void updateMoved();
    void findOfMoved();
    void takeChanges(std::span<OverlapFinder> finders);
    Index shareCount() const;  ///< into which work with main entries is cut

    /// Calls visit(body, isSure) for those whose last or present boxes the box may overlap; where it is sure,
    /// it overlaps the present one of a body that has not moved since the last step.
    template <class Visit>
    void forEachNear(const SweepBox& box, Visit&& visit) const;

    SweepSettings settings_;
    SweepBodies bodies_;
    MainCells main_;
    UnsortedBodies unsorted_;
    VerletList near_;      ///< of the bodies in the main cells, as long as these hold fattened boxes
    int stepsInARow_ = 0;  ///< in which many moved, up to now

    std::vector<OverlapFinder> finders_;
    std::vector<PairKey> keys_;
    PairOrder order_;
    PairChanges changes_;
};

}  // namespace ricochet::sweep
