#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/obb_tree/obb_model.h"

#include <vector>

namespace ricochet::obb_tree {

/// A node of A and one of B whose boxes are not apart.
struct NodePair {
    Index a, b;
};

/// Workspace and results of one traversal; reused between calls, so that no memory is allocated.
struct Work {
    std::vector<NodePair> open;
    FacePairs found;
    std::uint64_t boxTests = 0;
    std::uint64_t triangleTests = 0;
};

/// A query of two placed trees.
struct Query {
    const Tree& treeA;
    const Tree& treeB;
    const MeshInstance& a;
    const MeshInstance& b;
    RelativePose pose;
    Real queryDistance;    ///< metres; zero: the pairs that intersect
    bool opensLongerSide;  ///< of two boxes; else the one of the larger area
};

/// Puts the two roots into `work`, unless they are apart.
void begin(const Query& query, Work& work);

/// Descends from the pairs in `work` until none is left, or until a limit of opened pairs; the others
/// then remain in `work`.
void traverse(const Query& query, std::uint64_t pairs, Work& work);

/// The faces whose own boxes overlap a box in the mesh's frame.
void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out);

}  // namespace ricochet::obb_tree
