#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/placed_vertices.h"

#include <span>
#include <vector>

namespace ricochet {

/// A body at the present instant.
struct PlacedBody {
    const Placed* placed;
    PointList vertices;         ///< in the world; empty where the body has no overlap region
    Aabb box;                   ///< of `vertices`, grown
    std::vector<Aabb> regions;  ///< where `box` overlaps other bodies' boxes

    Triangle triangle(Index face) const {
        const auto& [u, v, w] = placed->mesh().faces()[face];
        return {vertices[u], vertices[v], vertices[w]};
    }
};

/// Stage 1 (3.3.3): boxes of all bodies, grown by `by` metres, and their overlap regions.
/// Fills `bodies`, whose arrays are reused.
void findOverlapRegions(std::span<const Placed> placed, Real by, const Executor& executor,
                        std::vector<PlacedBody>& bodies);

}  // namespace ricochet
