#include "demos/baselines/dop_tree.h"

#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

using baselines::Dop;
using baselines::DopAlignment;
using baselines::DopTree;
using baselines::kDopDirections;

Dop dopOf(const Mesh& mesh, const Pose& pose) {
    Dop dop = Dop::empty();
    for (const Vec3& vertex : mesh.vertices()) dop.include(transformPoint(pose, vertex));
    return dop;
}

TEST(DopTree, HasEachFaceInOneLeafAndChildrenInTheirParents) {
    const auto mesh = torusMesh(1, 0.4, 24, 12);
    const DopTree tree = baselines::buildDopTree(*mesh);
    std::vector<int> leaves(mesh->faceCount(), 0);
    for (const DopTree::Node& node : tree.nodes) {
        if (node.isLeaf) {
            ++leaves[node.first];
            Dop both = node.dop;
            for (const Vec3& corner : mesh->triangle(node.first)) both.include(corner);
            EXPECT_EQ(both.min, node.dop.min);
            EXPECT_EQ(both.max, node.dop.max);
            continue;
        }
        for (const Index child : {node.first, node.first + 1}) {
            Dop both = node.dop;
            both.include(tree.nodes[child].dop);
            EXPECT_EQ(both.min, node.dop.min);
            EXPECT_EQ(both.max, node.dop.max);
        }
    }
    EXPECT_EQ(leaves, std::vector<int>(mesh->faceCount(), 1));
}

TEST(DopAlignment, ContainsTheTurnedMeshAndIsHardlyLooserThanThePlanesAllow) {
    const auto mesh = sphereMesh(24, 12);
    Random random(21);
    Real widest = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const Pose pose = randomPlacement(random, 3);
        const Dop exact = dopOf(*mesh, pose);
        const Dop aligned = DopAlignment(pose.rotation, pose.translation).aligned(dopOf(*mesh, {}));
        for (std::size_t k = 0; k < kDopDirections; ++k) {
            EXPECT_GE(aligned.max[k], exact.max[k] - 1e-12);
            EXPECT_LE(aligned.min[k], exact.min[k] + 1e-12);
            const Real length = baselines::dopDirections()[k].norm();
            widest = std::max(widest, (aligned.max[k] - aligned.min[k]) / (2 * length));
        }
    }
    EXPECT_LT(widest, 1.25);  // a corner of the DOP about the unit sphere
    EXPECT_GT(widest, 1.01);
}

TEST(DopAlignment, IsTheSameWithoutARotation) {
    const auto mesh = torusMesh(1, 0.4, 24, 12);
    const Dop dop = dopOf(*mesh, {});
    const Dop aligned = DopAlignment(Matrix3::Identity(), Vec3::Zero()).aligned(dop);
    for (std::size_t k = 0; k < kDopDirections; ++k) {
        EXPECT_NEAR(aligned.max[k], dop.max[k], 1e-12);
        EXPECT_NEAR(aligned.min[k], dop.min[k], 1e-12);
    }
}

}  // namespace
}  // namespace ricochet::test
