#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/wide_tree/wide_model.h"

namespace ricochet::wide_tree {

/// Up to eight boxes along the axes of one frame, for comparing a tree with data in double.
struct EightBoxes {
    using Lanes = Eigen::Array<Real, kWidth, 1>;
    Lanes centre[3], half[3];
    std::uint32_t count = 0;
};

/// Boxes in the node's frame.
inline EightBoxes boxesOfChildren(const WideNode& node) {
    using Floats = Eigen::Map<const Eigen::Array<float, kWidth, 1>>;
    EightBoxes boxes;
    for (int k = 0; k < 3; ++k) {
        boxes.centre[k] = Floats(node.centre[k]).cast<Real>();
        boxes.half[k] = Floats(node.half[k]).cast<Real>();
    }
    boxes.count = node.box.count;
    return boxes;
}

/// Boxes in the mesh's frame, relative to `origin`.
inline EightBoxes boxesOfTriangles(const WideLeaf& leaf, const Mesh& mesh, const Vec3& origin) {
    EightBoxes boxes;
    boxes.count = leaf.box.count;
    for (std::uint32_t i = 0; i < kWidth; ++i) {
        const Aabb box = boxOf(mesh.triangle(leaf.face[i]));
        for (int k = 0; k < 3; ++k) {
            boxes.centre[k][i] = 0.5 * (box.min[k] + box.max[k]) - origin[k];
            boxes.half[k][i] = 0.5 * (box.max[k] - box.min[k]);
        }
    }
    return boxes;
}

/// A point of the mesh's frame, relative to its centre, in a node's frame.
inline Vec3 seenFrom(const FrameBox& box, const Vec3& point) {
    return box.frame().cast<Real>() * (point - box.origin());
}

/// A point of the world in the mesh's frame, relative to the tree's centre, with an error bound (metres) that
/// includes the rounding of comparisons with boxes.
struct SeenPoint {
    Vec3 point;
    Real error;
    Real stretch;  ///< lengths in a node's frame are at most this multiple of those in the world

    SeenPoint(const Tree& tree, const Pose& pose, const Vec3& world) {
        const RelativePose seen =
            relativePose(pose, tree.sphere(), {Matrix3::Identity(), world}, {Vec3::Zero(), 0}, 0);
        point = seen.translation;
        error = 2 * Real(seen.placementError) + 1e-12 * (tree.radius + point.norm());
        stretch = seen.stretch + 1e-5;  // frames are orthonormal to 2^-23
    }
};

}  // namespace ricochet::wide_tree
