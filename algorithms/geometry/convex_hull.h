#pragma once

#include "algorithms/geometry/mesh.h"

#include <span>
#include <vector>

namespace ricochet {

/// Hull of a point set. Empty if the points are coplanar, collinear or coincident, or if there are none.
struct ConvexHull {
    std::vector<Face> faces;      ///< indices into the points; counter-clockwise seen from outside
    std::vector<Index> vertices;  ///< points that faces use, ascending

    bool isEmpty() const { return faces.empty(); }
};

/// No point lies outside any face, exactly. A flat side consists of several triangles, and points inside it
/// or on an edge may be vertices. Of coincident points one is used.
ConvexHull convexHull(std::span<const Vec3> points);

}  // namespace ricochet
