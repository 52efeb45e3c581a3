#pragma once

#include "algorithms/geometry/types.h"

#include <span>

namespace ricochet {

/// Whether the hulls of two point sets are farther apart than `distance` (metres) along `axis`, which need
/// not be of unit length: all of A further along it than all of B. Only yes is a proof, and rounding never
/// makes one.
bool isSeparatedAlong(const Vec3& axis, std::span<const Vec3> a, std::span<const Vec3> b, Real distance);

/// Whether an axis was found along which they are. No is no proof.
bool areHullsSeparated(std::span<const Vec3> a, std::span<const Vec3> b, Real distance);

}  // namespace ricochet
