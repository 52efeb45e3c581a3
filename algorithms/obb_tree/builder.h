#pragma once

#include "algorithms/obb_tree/obb_model.h"

namespace ricochet::obb_tree {

struct BuildSettings {
    /// Faces: nodes of so many and more are fitted by their convex hull, as the paper has it; smaller ones by
    /// their faces' own area, which gives as good boxes and is built several times as fast.
    Index hullFrom = 1024;
};

Tree buildTree(const Mesh& mesh, const BuildSettings& settings);

}  // namespace ricochet::obb_tree
