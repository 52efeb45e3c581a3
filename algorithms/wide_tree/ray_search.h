#pragma once

#include "algorithms/wide_tree/wide_model.h"

#include <vector>

namespace ricochet::wide_tree {

/// The faces that a ray hits, as in `NarrowPhase::castRay`; `tree` is that of the placed model.
void castRay(const Tree& tree, const MeshInstance& placed, const Ray& ray, std::vector<Index>& out);

}  // namespace ricochet::wide_tree
