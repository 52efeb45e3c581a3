#pragma once

#include "algorithms/obb_tree/obb_model.h"

namespace ricochet::obb_tree {

/// The same nodes, with the same axes, over the mesh's present vertices.
Tree refitted(const Tree& tree, const Mesh& mesh);

}  // namespace ricochet::obb_tree
