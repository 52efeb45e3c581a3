#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/round_shapes/round_sweep.h"

#include <optional>
#include <span>

namespace ricochet::round_shapes {

/// A mesh whose vertices move uniformly on straight lines, from their positions at time 0 to those at time 1.
struct MovingVertices {
    std::span<const Face> faces;
    std::span<const Vec3> at0, at1;  ///< metres, world; as many
};

/// The first touch of a standing round shape by such a mesh up to the time `end`, all in the world. At time
/// 0, without a normal, if a face intersects the shape at the start. May be early by `near` (metres), never
/// late.
std::optional<FirstTouch> firstTouch(const PlacedRound& round, const MovingVertices& mesh, Real near,
                                     Real end);

}  // namespace ricochet::round_shapes
