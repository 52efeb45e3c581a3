#include "algorithms/octree_motion/faces_in_voxels.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <set>

namespace ricochet::octree_motion {
namespace {

TEST(FacesInVoxels, PairsThatShareAVoxelAreListedOnceInOrder) {
    Random random(5);
    FacesInVoxels faces;
    std::vector<CollidingFaces> pairs;
    std::size_t listed = 0;
    for (int trial = 0; trial < 50; ++trial) {
        faces.clear();
        std::set<CollidingFaces> expected;
        for (int voxel = 0; voxel < trial % 7; ++voxel) {
            faces.startVoxel();
            std::set<std::pair<Index, Index>> inVoxel;
            for (int i = 0; i < 12; ++i) {
                const auto body = static_cast<Index>(random() % 3), face = static_cast<Index>(random() % 8);
                if (inVoxel.emplace(body, face).second) faces.add(body, face);
            }
            for (const auto& [bodyA, faceA] : inVoxel) {
                for (const auto& [bodyB, faceB] : inVoxel) {
                    if (bodyA < bodyB) expected.insert({bodyA, bodyB, faceA, faceB});
                }
            }
        }
        faces.listPairs(pairs);
        EXPECT_EQ(pairs, std::vector(expected.begin(), expected.end())) << "trial " << trial;
        listed += pairs.size();
    }
    EXPECT_GT(listed, 1000u);
}

}  // namespace
}  // namespace ricochet::octree_motion
