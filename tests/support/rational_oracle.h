#pragma once

#include "algorithms/geometry/types.h"

#include <span>

/// Answers in rational arithmetic (GMP), by methods that share nothing with the kernels. Slow.
namespace ricochet::rational {

/// The sign of the determinant of the rows b - a, c - a, d - a.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Whether the convex hulls of two point sets have a point in common; any number of points in any position.
bool hullsMeet(std::span<const Vec3> a, std::span<const Vec3> b);

/// Whether closed triangles, of any orientation, cover a convex polygon in their plane, seen along the axis
/// `dropped` (along which it must have an area): cuts every triangle out of what is left of it.
bool coversPolygon(std::span<const Triangle> triangles, std::span<const Vec3> polygon, int dropped);

/// Whether closed segments on one line cover another one on it.
bool coversSegment(std::span<const std::array<Vec3, 2>> segments, const Vec3& begin, const Vec3& end);

/// Whether three points lie on one line.
bool areCollinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace ricochet::rational
