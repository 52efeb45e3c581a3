#include "demos/scenes/blobs.h"

#include "demos/scenes/travelling_waves.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::scenes {
namespace {

TEST(WavySphere, IsAClosedSolidAboutItsCentreOfMassAtAllTimes) {
    Random random(3);
    for (int i = 0; i < 3; ++i) {
        const WavySphere sphere(3, 0.7, TravellingWaves(random));
        for (const double seconds : {0.0, 0.37, 2.9, 100.0}) {
            const SceneMesh mesh = sphere.at(seconds);
            EXPECT_EQ(mesh.faces.size(), 1280u);
            EXPECT_EQ(whyNotClosed(mesh), "");
            EXPECT_EQ(selfIntersections(mesh), 0u);
            EXPECT_LT(centreOfMassOf(mesh).length(), 1e-6);
            EXPECT_NEAR(volumeOf(mesh), 1.44, 0.2);  // the sphere's is 4/3 pi 0.7³
            for (const btVector3& vertex : mesh.vertices) {
                EXPECT_NEAR(vertex.length(), 0.7, 0.7 * TravellingWaves::kMostSwell);
                for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(vertex[axis], btScalar(float(vertex[axis])));
            }
        }
    }
}

TEST(WavySphere, ItsWavesAreAsHighAsTheySay) {
    Random random(3);
    const TravellingWaves waves(random);
    const WavySphere sphere(3, 1, waves);
    double minimum = 1, maximum = 1;
    for (int step = 0; step < 300; ++step) {
        for (const btVector3& vertex : sphere.at(step / 60.0).vertices) {
            minimum = std::min(minimum, double(vertex.length()));
            maximum = std::max(maximum, double(vertex.length()));
        }
    }
    EXPECT_LT(minimum, 1 - 0.7 * TravellingWaves::kMostSwell);
    EXPECT_GT(maximum, 1 + 0.7 * TravellingWaves::kMostSwell);
}

TEST(Blobs, TheirShapesDeformInEveryStepAndAreReported) {
    StockWorld stock;
    SceneOptions options = stockOptions();
    std::vector<const btCollisionShape*> changed;
    options.changed = [&](const btCollisionShape& shape, const btVector3& minimum, const btVector3& maximum) {
        changed.push_back(&shape);
        btVector3 min, max;
        shape.getAabb(btTransform::getIdentity(), min, max);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_LE(minimum[axis], min[axis] + 1e-6);
            EXPECT_GE(maximum[axis], max[axis] - 1e-6);
        }
    };
    const auto scene = makeScene("blobs", stock.world, options);
    ASSERT_EQ(scene->bodies().size(), 3u);  // with the bowl
    for (int step = 0; step < 5; ++step) {
        const SceneMesh before = *scene->bodies()[1].mesh;
        scene->beforeStep();
        const SceneMesh& now = *scene->bodies()[1].mesh;
        EXPECT_EQ(now.faces, before.faces);
        double farthest = 0;
        for (std::size_t i = 0; i < now.vertices.size(); ++i) {
            farthest = std::max(farthest, double((now.vertices[i] - before.vertices[i]).length()));
        }
        EXPECT_GT(farthest, 0.005);
        EXPECT_LT(farthest, 0.05);  // metres in a step
        EXPECT_EQ(changed.size(), 2u * (step + 1u));
    }
    EXPECT_EQ(changed[0], scene->bodies()[1].body->getCollisionShape());
    EXPECT_EQ(changed[1], scene->bodies()[2].body->getCollisionShape());
}

}  // namespace
}  // namespace ricochet::scenes
