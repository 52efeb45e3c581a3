#include "algorithms/geometry/overlap_regions.h"

#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

TEST(OverlapRegions, AreIntersectionsOfTwoBoxes) {
    const CollisionModel model(boxMesh({0, 0, 0}, {1, 1, 1}));
    const std::vector<MeshInstance> placed = {{&model, {}},
                                              {&model, {Matrix3::Identity(), {0.75, 0.5, 0}}},
                                              {&model, {Matrix3::Identity(), {5, 0, 0}}},
                                              {&model, {Matrix3::Identity(), {-1, 0, 0}}}};
    std::vector<PlacedBody> bodies;
    placeBodies(placed, 0, bodies);
    findOverlapRegions(*makeSerialExecutor(), bodies);
    ASSERT_EQ(bodies[0].regions.size(), 2u);
    EXPECT_EQ(bodies[0].regions[0].min, Vec3(0.75, 0.5, 0));
    EXPECT_EQ(bodies[0].regions[0].max, Vec3(1, 1, 1));
    EXPECT_EQ(bodies[0].regions[1].max, Vec3(0, 1, 1));  // flat: the boxes touch
    EXPECT_EQ(bodies[1].regions.size(), 1u);
    EXPECT_TRUE(bodies[2].regions.empty());
    EXPECT_EQ(bodies[2].vertices.size(), 0u);
}

TEST(OverlapRegions, OfAMotionContainTheWholeMotion) {
    Random random(3);
    const CollisionModel model(knotMesh(40, 5));
    for (int trial = 0; trial < 200; ++trial) {
        const Pose begin = randomPose(random, 2);
        const Pose end = {randomRotation(random), begin.translation + randomPoint(random, 1)};
        const RigidMotion motion = motionBetween(begin, end, begin.translation);
        const std::vector<MovingBody> moving = {movingBody(model, motion), movingBody(model, standing(end))};
        std::vector<PlacedBody> bodies;
        placeBodies(moving, bodies);
        findOverlapRegions(*makeSerialExecutor(), bodies);
        for (const Real time : {0.0, 0.3, 0.5, 0.9, 1.0}) {
            const Pose pose = poseAt(motion, time);
            for (Index face = 0; face < model.mesh().faceCount(); face += 7) {
                const Aabb box = bodies[0].boxOfFace(face);
                for (const Vec3& corner : model.mesh().triangle(face)) {
                    EXPECT_TRUE(box.contains(transformPoint(pose, corner)))
                        << "trial " << trial << ", time " << time;
                }
            }
        }
    }
}

}  // namespace
}  // namespace ricochet::test
