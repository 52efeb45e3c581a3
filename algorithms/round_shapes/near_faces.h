#pragma once

#include "algorithms/geometry/mesh.h"

#include <vector>

namespace ricochet::round_shapes {

/// Whether a whole triangle is farther than `distance` (metres) from a point. Needs neither roots nor
/// divisions; of triangles that are farther by less than one percent, of those beyond a corner, and of
/// slivers it may say no.
bool isFartherThan(const Triangle& triangle, const Vec3& point, Real distance);

/// Removes faces that are farther than `distance` (metres) from a point.
void dropFartherFaces(const Mesh& mesh, const Vec3& point, Real distance, std::vector<Index>& faces);

}  // namespace ricochet::round_shapes
