#pragma once

#include "algorithms/mktree/feature_contact.h"
#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/pinned_leaves.h"

#include <algorithm>
#include <cmath>

namespace ricochet::mktree {

/// Growth of the spheres of a body's tree at a pose, so that they contain its placed faces.
struct SphereGrowth {
    static constexpr Real kRoundUp = 1 + 1e-12;

    Real stretch;   ///< Bullet's matrices are rotations only to about 1e-7
    Real rounding;  ///< metres, of the world's coordinates

    SphereGrowth(const MkTree& tree, const Pose& pose)
        : stretch(
              kRoundUp *
              std::sqrt((pose.rotation.transpose() * pose.rotation).cwiseAbs().rowwise().sum().maxCoeff())),
          rounding(roundingAt(tree.box().min.cwiseAbs().cwiseMax(tree.box().max.cwiseAbs()).maxCoeff())) {}

    Real of(Real radius, const Vec3& at) const {
        return stretch * radius + rounding + roundingAt(at.cwiseAbs().maxCoeff());
    }
};

/// A node of the body and a node of the world, or two triangles.
struct NodePair {
    Index body;
    WorldNode world;
};

/// Calls visit(face of the body, triangle of the world) for at least all pairs that intersect with the body
/// at a pose: one traversal of both trees, which tests a node's placed sphere against a box.
template <class Visit>
Result<void> forEachClosePair(const MkTree& tree, PinnedLeaves& leaves, const MovingBody& body,
                              const Pose& pose, Visit&& visit) {
    if (tree.directory().nodes.empty()) return {};
    const SphereGrowth growth(tree, pose);
    std::vector<NodePair> stack = {{0, WorldNode::ofDirectory(0)}};
    while (!stack.empty()) {
        const NodePair pair = stack.back();
        stack.pop_back();
        const MovingBody::Node& node = body.nodes[pair.body];
        const Aabb box = leaves.boxOf(pair.world);
        const Vec3 centre = transformPoint(pose, node.centre);
        if (!grown(box, growth.of(node.radius, centre)).contains(centre)) continue;
        const bool opensBody =
            !node.isLeaf && (pair.world.isTriangle() || 2 * node.radius > box.size().norm());
        if (node.isLeaf && pair.world.isTriangle()) {
            visit(node.first, pair.world);
        } else if (opensBody) {
            stack.push_back({node.first + 1, pair.world});
            stack.push_back({node.first, pair.world});
        } else {
            const auto good = leaves.forEachChild(pair.world, [&](const WorldNode& child) {
                stack.push_back({pair.body, child});
            });
            if (!good) return good;
        }
    }
    return {};
}

}  // namespace ricochet::mktree
