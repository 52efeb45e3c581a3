#pragma once

#include "algorithms/closest_features/polytope.h"

namespace ricochet {

/// The sides on which a polytope can rest: faces that are coplanar up to rounding form one side.
struct FlatSides {
    struct Side {
        Vec3 normal;  ///< unit, outwards
        Vec3 base;    ///< a point of it
        Index first;  ///< its first corner in `corners`; counter-clockwise
        Index count;
    };
    std::vector<Side> sides;
    std::vector<Index> corners;     ///< vertices of the polytope
    std::vector<Index> sideOfFace;  ///< per face

    std::span<const Index> cornersOf(Index side) const {
        return {corners.data() + sides[side].first, sides[side].count};
    }
};

/// A side with more corners is reduced to this number: those farthest in evenly spread directions.
inline constexpr Index kMostCorners = 32;

FlatSides flatSides(const Polytope& polytope);

/// The side at a vertex whose normal is nearest to a direction (unit); kNone if the polytope has
/// no faces.
Index alignedSide(const Polytope& polytope, const FlatSides& sides, Index vertex, const Vec3& direction);

}  // namespace ricochet
