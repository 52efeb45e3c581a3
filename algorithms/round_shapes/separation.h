#pragma once

#include "algorithms/round_shapes/placed_round.h"

namespace ricochet::round_shapes {

/// Where a round shape and a triangle are nearest.
struct Separation {
    Real distance;  ///< metres; zero or below where they meet
    Vec3 onMesh;
    Vec3 normal;  ///< unit, from the triangle to the shape
};
Separation separationOf(const PlacedRound& round, const Triangle& triangle);

}  // namespace ricochet::round_shapes
