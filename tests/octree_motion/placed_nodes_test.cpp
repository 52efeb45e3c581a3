// The oracle cuts each side of a cube into two triangles.

#include "algorithms/octree_motion/placed_nodes.h"

#include "algorithms/geometry/triangle_box.h"
#include "tests/support/build_kind.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet::octree_motion {
namespace {

/// Whether the box that is moved by the pose touches the other box.
bool touches(const Aabb& moved, const Pose& pose, const Aabb& box) {
    if (moved.contains(pose.rotation.transpose() * (box.centre() - pose.translation))) return true;
    if (box.contains(transformPoint(pose, moved.centre()))) return true;
    const SharedMesh sides = boxMesh(moved.min, moved.max);
    for (Index face = 0; face < sides->faceCount(); ++face) {
        Triangle side = sides->triangle(face);
        for (Vec3& corner : side) corner = transformPoint(pose, corner);
        if (intersects(side, box)) return true;
    }
    return false;
}

class MovedTorus {
public:
    explicit MovedTorus(const Pose& pose) : instance_{model_.get(), pose} {
        placeBodies(std::span(&instance_, 1), 0, bodies_);
        bodies_[0].regions = {{Vec3::Constant(-9), Vec3::Constant(9)}};
    }
    const std::vector<PlacedBody>& bodies() { return bodies_; }
    Aabb boxOfNode(Index node) const { return boxOf(model_->grid, model_->nodes[node]); }
    void limitTo(const Aabb& region) { bodies_[0].regions = {region}; }

private:
    std::shared_ptr<const DetectorModel> model_ =
        buildDetectorModel(torusMesh(0.8, 0.3, 16, 8), 0.125, SourceOctree::solid).value();
    MeshInstance instance_;
    std::vector<PlacedBody> bodies_;
};

Aabb randomBox(Random& random, const Vec3& near) {
    const Vec3 centre = near + randomPoint(random, 0.3);
    const Vec3 half = (randomPoint(random, 0.1) + Vec3::Constant(0.11));
    return {centre - half, centre + half};
}

TEST(PlacedNodes, MeetTheBoxesThatTheMovedCubeTouches) {
    Random random(21);
    HitRate hits;
    for (int trial = 0; trial < (test::kIsSlowBuild ? 10 : 40); ++trial) {
        const Pose pose = {randomRotation(random), randomPoint(random, 3)};
        MovedTorus torus(pose);
        PlacedNodes nodes;
        nodes.place(torus.bodies(), 0, false);
        ASSERT_GT(nodes.count(), 50u);
        for (int i = 0; i < 100; ++i) {
            const Index entry = random() % nodes.count();
            const Aabb cube = torus.boxOfNode(nodes.node(entry));
            const Aabb box = randomBox(random, transformPoint(pose, cube.centre()));
            const bool isMet = nodes.meets(entry, box);
            if (touches(cube, pose, box)) {
                EXPECT_TRUE(isMet) << trial << ", " << i;
            } else if (!touches(cube, pose, grown(box, 1e-9))) {
                EXPECT_FALSE(isMet) << trial << ", " << i;
            }
            hits.count(isMet);
        }
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST(PlacedNodes, OfARegionAreThoseThatTouchIt) {
    Random random(22);
    for (int trial = 0; trial < (test::kIsSlowBuild ? 5 : 20); ++trial) {
        const Pose pose = {randomRotation(random), randomPoint(random, 3)};
        MovedTorus torus(pose);
        PlacedNodes all, near;
        all.place(torus.bodies(), 0, false);
        const Aabb region = randomBox(random, transformPoint(pose, Vec3(0.8, 0, 0)));
        torus.limitTo(region);
        near.place(torus.bodies(), 0, true);
        std::vector<Index> truth, found;
        for (Index entry = 0; entry < all.count(); ++entry) {
            if (touches(torus.boxOfNode(all.node(entry)), pose, region)) truth.push_back(all.node(entry));
        }
        for (Index entry = 0; entry < near.count(); ++entry) found.push_back(near.node(entry));
        EXPECT_EQ(found, truth) << trial;
    }
}

}  // namespace
}  // namespace ricochet::octree_motion
