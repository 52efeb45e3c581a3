#pragma once

#include "algorithms/wide_tree/wide_model.h"

#include <optional>
#include <vector>

namespace ricochet::wide_tree {

/// The faces whose own boxes overlap a box in the mesh's frame. For trees that fit floats.
void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out);

/// The faces that a ray hits, as in `NarrowPhase::castRay`; `tree` is that of the placed model.
void castRay(const Tree& tree, const MeshInstance& placed, const Ray& ray, std::vector<Index>& out);

/// The face closest to a point, as in `NarrowPhase::closestFace`; `tree` is that of the placed model.
std::optional<ClosestFace> closestFace(const Tree& tree, const MeshInstance& placed, const PointQuery& query);

}  // namespace ricochet::wide_tree
