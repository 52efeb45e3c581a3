#pragma once

#include "algorithms/round_shapes/placed_round.h"

namespace ricochet::round_shapes {

/// The closest points of a round shape and a triangle.
struct Separation {
    Real distance;  ///< metres; zero or below if they touch
    Vec3 onMesh;
    Vec3 normal;  ///< unit, from the triangle to the shape
};
Separation separation(const PlacedRound& round, const Triangle& triangle);

}  // namespace ricochet::round_shapes
