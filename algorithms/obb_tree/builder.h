#pragma once

#include "algorithms/obb_tree/obb_model.h"

namespace ricochet::obb_tree {

struct BuildSettings {
    /// Faces: nodes of at least this size are fitted by their convex hull, as in the paper; smaller ones by
    /// their faces' own area, which gives equally good boxes and is built several times as fast.
    Index hullFrom = 1024;
};

Tree buildTree(const Mesh& mesh, const BuildSettings& settings);

}  // namespace ricochet::obb_tree
