#pragma once

#include "algorithms/geometry/mesh.h"

#include <cstddef>
#include <memory>

namespace ricochet::bench {

/// Two meshes in FCL: binary trees of OBB and RSS in double, as its users take them.
class FclObbTrees {
public:
    FclObbTrees(const Mesh& a, const Mesh& b);
    ~FclObbTrees();

    /// How many pairs of triangles meet, all of them looked for.
    std::size_t countPairs(const Pose& poseA, const Pose& poseB) const;

private:
    struct Models;
    std::unique_ptr<Models> models_;
};

}  // namespace ricochet::bench
