#pragma once

#include "algorithms/geometry/types.h"

#include <compare>
#include <span>
#include <vector>

namespace ricochet {

struct FacePair {
    Index faceA;
    Index faceB;
    auto operator<=>(const FacePair&) const = default;
};

using FacePairs = std::vector<FacePair>;

/// Two faces of different bodies that intersect; bodyA < bodyB count as in the list that was given.
struct CollidingFaces {
    Index bodyA, bodyB;
    Index faceA, faceB;
    auto operator<=>(const CollidingFaces&) const = default;
};

/// 64-bit FNV-1a over the little-endian 32-bit indices of the pairs, in their order: sort first.
std::uint64_t hashOf(std::span<const FacePair> pairs);

}  // namespace ricochet
