#pragma once

#include "algorithms/wide_tree/wide_model.h"

#include <vector>

namespace ricochet::wide_tree {

/// The faces whose own boxes overlap a box in the mesh's frame. For trees that fit floats.
void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out);

}  // namespace ricochet::wide_tree
