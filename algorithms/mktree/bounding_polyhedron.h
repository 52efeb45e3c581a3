#pragma once

#include "algorithms/mktree/standing_triangle.h"

#include <optional>
#include <span>

namespace ricochet::mktree {

/// The intersection of half-spaces, slightly grown, as triangles.
struct BoundingPolyhedron {
    std::vector<StandingTriangle> triangles;  ///< without names
    std::vector<Plane> planes;                ///< those that bound it

    /// Whether some plane has all of these points on its outer side.
    bool isSurelyApart(std::span<const Vec3> points) const;
};

/// None if the intersection is unbounded or flat. `inside` is a point in all half-spaces.
std::optional<BoundingPolyhedron> boundingPolyhedron(std::span<const Plane> planes, const Vec3& inside);

}  // namespace ricochet::mktree
