#pragma once

#include "algorithms/geometry/types.h"

#include <span>

namespace ricochet {

/// Whether the hulls of two point sets are farther apart than `distance` (metres) along `axis`, which need
/// not be of unit length: all of A farther along it than all of B. True is a proof, also under rounding;
/// false proves nothing.
bool isSeparatedAlong(const Vec3& axis, std::span<const Vec3> a, std::span<const Vec3> b, Real distance);

/// Whether a separating axis was found. False proves nothing.
bool areHullsSeparated(std::span<const Vec3> a, std::span<const Vec3> b, Real distance);

}  // namespace ricochet
