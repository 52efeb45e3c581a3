#pragma once

#include "algorithms/geometry/narrow_phase.h"

#include <span>

namespace ricochet {

/// A future call of `NarrowPhase::findFacePairs`.
struct FacePairQuery {
    MeshInstance a, b;
    Real queryDistance;  ///< metres
    PairMemory* memory;  ///< the pair's own
};

/// Additional interface of a narrow phase that can process many calls together: `NarrowPhase::batch` returns
/// it.
class FacePairBatch {
public:
    virtual ~FacePairBatch() = default;

    /// False if `prepare` would do nothing: the caller need not collect queries.
    virtual bool wantsQueries() const { return true; }

    /// Precomputes future calls, and stores the results in their memories until the calls are made. Affects
    /// no result.
    virtual void prepare(std::span<const FacePairQuery> queries) const = 0;
};

}  // namespace ricochet
