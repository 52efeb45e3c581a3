#pragma once

#include "plugin/pairs/pair_contacts.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What is beside the sides of one pair, for contacts at seams.
class PairNeighbours {
public:
    PairNeighbours() = default;
    ~PairNeighbours();
    /// Has noted nothing: a state restored with its pair has.
    PairNeighbours(const PairNeighbours& other)
        : all_(other.all_), noted0_(other.noted0_), noted1_(other.noted1_) {}
    PairNeighbours& operator=(const PairNeighbours&) = delete;

    /// Finds the neighbours of each side that is a mesh, and notes what the sides are to others.
    void meet(const PairContacts& pair, const ContactSide& a, const ContactSide& b,
              const NarrowPhase& narrowPhase, const StepInput& step);
    /// The same input with the neighbours, which belong to this.
    PairInput beside(PairInput input) const;

private:
    Neighbours* all_ = nullptr;                                      ///< where the sides are noted
    const btCollisionObject *noted0_ = nullptr, *noted1_ = nullptr;  ///< whose parts others may be beside
    std::vector<Neighbour> besideA_, besideB_;                       ///< in this step
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
