#pragma once

#include "algorithms/mktree/standing_triangle.h"

#include <optional>
#include <span>

namespace ricochet::mktree {

/// The intersection of half-spaces, a little grown, as triangles.
struct BoundingPolyhedron {
    std::vector<StandingTriangle> triangles;  ///< without names
    std::vector<Plane> planes;                ///< those that it is made of

    /// A plane has all of these points outside.
    bool isSurelyApart(std::span<const Vec3> points) const;
};

/// None where they bound nothing, or only what is flat. `inside` is a point in all of them.
std::optional<BoundingPolyhedron> boundingPolyhedron(std::span<const Plane> planes, const Vec3& inside);

}  // namespace ricochet::mktree
