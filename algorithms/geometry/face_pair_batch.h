#pragma once

#include "algorithms/geometry/narrow_phase.h"

#include <span>

namespace ricochet {

/// A call of `NarrowPhase::findFacePairs` that is about to come.
struct FacePairQuery {
    Placed a, b;
    Real queryDistance;  ///< metres
    PairMemory* memory;  ///< the pair's own
};

/// What a narrow phase is besides, where it can do much of many calls at once.
class FacePairBatch {
public:
    virtual ~FacePairBatch() = default;

    /// Does what it can of calls that are about to come, and leaves it in their memories until they come. No
    /// answer depends on it.
    virtual void prepare(std::span<const FacePairQuery> queries) const = 0;
};

}  // namespace ricochet
