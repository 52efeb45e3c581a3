#pragma once

#include "algorithms/contact/features/placed_features.h"

namespace ricochet {

/// A translation of A after which all of A is beyond all of B along a direction.
struct WholeSeparation {
    Vec3 direction;  ///< unit, world
    Real bottom;     ///< metres along the direction: lowest vertex of A
    Real top;        ///< and highest vertex of B

    Real distance() const { return top - bottom; }  ///< metres; negative: they are already apart
};

/// The shortest one along the coordinate axes of both meshes, the principal axes of both surfaces and their
/// common perpendiculars, and the line of centres. It is an upper bound of the shortest translation that
/// separates the bodies. The principal axes are those of a sample of the faces.
WholeSeparation shortestWholeSeparation(const PlacedFeatures& a, const PlacedFeatures& b);

}  // namespace ricochet
