#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/overlap_regions.h"

namespace ricochet {

/// Finds the face pairs of two moving meshes that may touch during a step, from what their faces sweep: for
/// continuous queries, which otherwise ask a narrow phase at several instants.
/// Thread-safe: one serves many pairs concurrently.
class SweptNarrowPhase {
public:
    virtual ~SweptNarrowPhase() = default;

    /// At least every pair of faces that come within `gap` metres of each other while both bodies move, each
    /// once. `out` is cleared first. The order is unspecified, but the same for the same input.
    virtual void findSweptFacePairs(const MovingBody& a, const MovingBody& b, Real gap,
                                    FacePairs& out) const = 0;
};

}  // namespace ricochet
