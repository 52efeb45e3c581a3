#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>

namespace ricochet::mktree {

/// A body for predictions: its mesh, with a tree of spheres over the faces. Read-only; serves many concurrent
/// predictions.
struct MovingBody {
    struct Node {
        Vec3 centre;  ///< in the mesh's frame
        Real radius;  ///< metres
        Index first;  ///< inner node: its left child, the right one follows it; leaf: the face
        bool isLeaf;
    };
    std::shared_ptr<const Mesh> mesh;
    std::vector<std::uint8_t> owned;  ///< per face: see ownedFeatures
    std::vector<Node> nodes;          ///< nodes[0] is the root; its sphere is the paper's S(A)

    explicit MovingBody(std::shared_ptr<const Mesh> ofMesh);
};

}  // namespace ricochet::mktree
