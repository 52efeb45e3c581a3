#pragma once

#include "algorithms/sweep_and_prune/sweep_and_prune.h"

namespace ricochet::sweep {

/// The paper's sweep and prune: on each axis a list of the intervals' end points that stays nearly sorted
/// from step to step, insertion sort, and for each pair one flag per axis. When two end points are exchanged,
/// only their pair's flag changes. New bodies are merged into the lists, not inserted by exchanges. The flags
/// take a byte for each possible pair of bodies: 50 MB for 10,000 bodies.
class EndpointSweep final : public BroadPhase {
public:
    Index insert(const SweepBox& box) override;
    void update(Index body, const SweepBox& box) override { bodies_[body].box = sweep::cleaned(box); }
    void remove(Index body, BodyPairs* lost) override;
    void forgetPairs(Index body, BodyPairs* lost) override;
    const PairChanges& step() override;
    BodyPairs pairs() const override;
    void rayCast(const SweepRay& ray, const BodyVisitor& visit) const override;
    void overlap(const SweepBox& box, const BodyVisitor& visit) const override;
    std::size_t bytes() const override;

private:
    struct Slot {
        SweepBox box = kEmpty;
        bool isAlive = false;
        bool isListed = false;  ///< its end points are in the lists
    };
    struct EndPoint {
        float value;
        Index body;
        bool isMax;
        /// If one box begins where another ends, the two touch, and touching counts as overlap.
        bool operator<(const EndPoint& other) const {
            return value < other.value || (value == other.value && isMax < other.isMax);
        }
    };
    using List = std::vector<EndPoint>;
    /// Bits 0 to 2 are set for the axes on which a pair overlaps.
    using Flags = std::uint8_t;
    static constexpr Flags kAllAxes = 7, kReported = 8, kNoted = 16;

    Flags& flags(Index a, Index b) { return flags_[placeOf(a, b)]; }
    static std::size_t placeOf(Index a, Index b) {
        const std::size_t high = std::max(a, b);
        return high * (high - 1) / 2 + std::min(a, b);
    }
    float valueOf(const EndPoint& end, Index axis) const {
        const SweepBox& box = bodies_[end.body].box;
        return end.isMax ? box.max[axis] : box.min[axis];
    }
    template <class Visit>
    void forEachOther(Index body, Visit&& visit);

    void sort(Index axis);
    void mergeNewBodies();
    void compare(Index a, Index b, Index axis);
    void note(Index a, Index b);
    void report();

    std::vector<Slot> bodies_;
    std::vector<Index> free_, new_;
    std::array<List, 3> lists_;
    std::vector<Flags> flags_;  ///< row after row of a triangle
    BodyPairs noted_;           ///< pairs whose flags changed in this step
    bool hasDeadEnds_ = false;
    PairChanges changes_;
};

}  // namespace ricochet::sweep
