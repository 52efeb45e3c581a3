#pragma once

#include "algorithms/geometry/types.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet {

/// Two sets of points and how their hulls lie, in metres.
struct LabelledConvexPair {
    std::vector<Vec3> pointsOfA, pointsOfB;
    std::string state;  ///< separated, touching or penetrating
    Real distance;      ///< 0 where they are not apart
    Real depth;         ///< 0 where they are apart
    Vec3 fromAToB;      ///< unit: between the closest points, or a shortest motion of B that separates
};

/// Reads a folder with hulls.bin (for each hull a 32-bit count and points of three floats, A's and B's in
/// alternation) and truth.csv (pair,class,state,nA,nB,distance,dirx,diry,dirz,,,depth,…).
Result<std::vector<LabelledConvexPair>> readConvexPairs(const std::filesystem::path& folder);

}  // namespace ricochet
