#pragma once

#include "algorithms/geometry/mesh.h"

#include <span>
#include <vector>

namespace ricochet {

/// Of a point set. Empty where the points lie in one plane (on one line, in one point, or are none).
struct ConvexHull {
    std::vector<Face> faces;      ///< indices into the points; counter-clockwise seen from outside
    std::vector<Index> vertices;  ///< points that faces name, ascending

    bool isEmpty() const { return faces.empty(); }
};

/// No point lies outside of any face, exactly. A flat side is several triangles, and points within it or
/// within an edge may be vertices. Of points that coincide one is taken.
ConvexHull convexHull(std::span<const Vec3> points);

}  // namespace ricochet
