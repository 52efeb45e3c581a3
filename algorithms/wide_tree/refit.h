#pragma once

#include "algorithms/wide_tree/wide_model.h"

namespace ricochet::wide_tree {

/// The same tree, with the same frames, over the mesh's present vertices: all boxes and leaves are rewritten,
/// as tight as a build would make them. Bottom-up; without recursion.
Tree refitted(const Tree& tree, const Mesh& mesh);

}  // namespace ricochet::wide_tree
