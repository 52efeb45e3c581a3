#pragma once

#include "algorithms/geometry/types.h"

#include <span>

/// Answers in rational arithmetic (GMP), by methods that share nothing with the kernels. Slow.
namespace ricochet::rational {

/// The sign of the determinant of the rows b - a, c - a, d - a.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Whether the convex hulls of two point sets have a point in common; any number of points in any position.
bool hullsMeet(std::span<const Vec3> a, std::span<const Vec3> b);

}  // namespace ricochet::rational
