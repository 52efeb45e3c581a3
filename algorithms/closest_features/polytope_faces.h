#pragma once

#include "algorithms/geometry/types.h"

#include <span>
#include <vector>

namespace ricochet {

/// Corners of a face as indices of points, counter-clockwise from outside.
using HullPolygon = std::vector<Index>;

/// The faces of the hull of points, and its dimension. Exact: coplanar triangles of the hull form one face,
/// and points inside a straight side are not corners.
struct HullFaces {
    int dimension = 0;
    std::vector<HullPolygon> faces;  ///< 3: all; 2: front and back; fewer: none
    std::vector<Index> ends;         ///< dimension 1: its two ends; 0: the point
};

HullFaces hullFaces(std::span<const Vec3> points);

}  // namespace ricochet
