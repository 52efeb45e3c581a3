#include "algorithms/octree_motion/mesh_octree.h"

#include "algorithms/geometry/triangle_box.h"
#include "tests/octree_motion/motion_oracle.h"
#include "tests/octree_motion/tested_solids.h"

#include <gmock/gmock.h>

namespace ricochet::octree_motion {
namespace {

TEST(MeshOctree, AgreesWithATestOfEachVoxel) {
    for (const TestedSolid& model : testedSolids()) {
        for (const int level : {1, 2, 3, 4, 5}) {
            const Grid grid = gridAround(model.mesh->box(), level, 0.013);
            for (const VoxelRule rule : {VoxelRule::centre, VoxelRule::touch}) {
                const auto octree = octreeOfSolid(*model.mesh, grid, rule);
                ASSERT_TRUE(octree) << octree.error();
                EXPECT_TRUE(isValid(*octree, level));
                EXPECT_EQ(*octree, octreeOf(voxelsByBruteForce(*model.mesh, grid, rule)))
                    << model.name << level;
            }
        }
    }
}

TEST(MeshOctree, TouchingCountsOnTheGridToo) {
    const Grid grid = {{-2, -2, -2}, 4, 2};
    const auto box = boxMesh({-1, -1, -1}, {1, 1, 1});  // its faces are faces of voxels
    EXPECT_EQ(countNodes(octreeOfSolid(*box, grid, VoxelRule::centre).value(), 2).blackVoxels, 8u);
    EXPECT_EQ(countNodes(octreeOfSolid(*box, grid, VoxelRule::touch).value(), 2).blackVoxels, 64u);
    EXPECT_EQ(octreeOfSolid(*box, grid, VoxelRule::touch).value(),
              octreeOf(voxelsByBruteForce(*box, grid, VoxelRule::touch)));
}

TEST(MeshOctree, OfFacesHasTheVoxelsThatTheyTouch) {
    for (const TestedSolid& model : testedSolids()) {
        const Grid grid = gridAround(model.mesh->box(), 4, 0.013);
        const FaceVoxels found = voxelsOfFaces(*model.mesh, grid).value();
        VoxelBits voxels(4);
        for (std::size_t i = 0; i < found.voxels.size(); ++i) {
            const Cell& cell = found.voxels[i];
            ASSERT_EQ(cell.edge, 1);
            voxels.set(cell.min[0], cell.min[1], cell.min[2]);
            std::vector<Index> touching;
            for (Index face = 0; face < model.mesh->faceCount(); ++face) {
                if (intersects(model.mesh->triangle(face), boxOf(grid, cell))) touching.push_back(face);
            }
            EXPECT_THAT(std::vector<Index>(found.facesOf(i).begin(), found.facesOf(i).end()),
                        testing::ElementsAreArray(touching));
        }
        const LinearOctree octree = octreeOfFaces(*model.mesh, grid).value();
        EXPECT_TRUE(isValid(octree, 4));
        EXPECT_EQ(octree, octreeOf(voxels));
    }
}

/// A closed mesh whose faces point inwards bounds the same solid; a cavity is no part of it.
TEST(MeshOctree, FacesMayPointInwardsAndCavitiesAreWhite) {
    const Grid grid = {{-2, -2, -2}, 4, 4};
    const auto outer = boxMesh({-1.7, -1.7, -1.7}, {1.7, 1.7, 1.7});
    EXPECT_EQ(octreeOfSolid(*insideOut(*outer), grid, VoxelRule::centre).value(),
              octreeOfSolid(*outer, grid, VoxelRule::centre).value());
    const auto inner = insideOut(*boxMesh({-0.7, -0.7, -0.7}, {0.7, 0.7, 0.7}));
    std::vector<Vec3> vertices = outer->vertices();
    std::vector<Face> faces = outer->faces();
    vertices.insert(vertices.end(), inner->vertices().begin(), inner->vertices().end());
    for (const Face& face : inner->faces()) faces.push_back({face[0] + 8, face[1] + 8, face[2] + 8});
    const auto hollow = octreeOfSolid(*makeMesh(vertices, faces), grid, VoxelRule::centre);
    EXPECT_EQ(countNodes(*hollow, 4).blackVoxels, 14u * 14 * 14 - 6u * 6 * 6);
}

}  // namespace
}  // namespace ricochet::octree_motion
