#pragma once

#include "algorithms/obb_tree/build_settings.h"
#include "algorithms/obb_tree/obb_model.h"

namespace ricochet::obb_tree {

Tree buildTree(const Mesh& mesh, const BuildSettings& settings);

}  // namespace ricochet::obb_tree
