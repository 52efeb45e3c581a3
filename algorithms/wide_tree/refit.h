#pragma once

#include "algorithms/wide_tree/wide_model.h"

namespace ricochet::wide_tree {

/// The same tree, its frames included, over the mesh's present vertices: all boxes and leaves written anew,
/// as tight as a build would write them. Bottom-up; without recursion.
Tree refitted(const Tree& tree, const Mesh& mesh);

}  // namespace ricochet::wide_tree
