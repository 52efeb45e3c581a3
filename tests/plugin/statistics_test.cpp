#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using test::torusMesh;

struct StatisticsTest : testing::Test {
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1), ring = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor{&ground.interface, true}, body{&cube.interface, true},
        torus{&ring.interface, true};

    /// Two bodies tumble on a floor; where they end.
    std::vector<btScalar> tumble(const Settings& settings, Statistics* counted = nullptr) {
        BulletWorld w;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.add(floor, 0, btVector3(0, -1, 0));
        w.add(torus, 1, btVector3(0, 1, 0)).setAngularVelocity(btVector3(1, 0, 2));
        w.add(torus, 1, btVector3(btScalar(0.3), 2, 0));
        w.run(90);
        if (counted) *counted = statistics(w.dispatcher);
        std::vector<btScalar> state;
        for (int i = 0; i < 3; ++i) {
            btScalar matrix[16];
            w.world.getCollisionObjectArray()[i]->getWorldTransform().getOpenGLMatrix(matrix);
            state.insert(state.end(), matrix, matrix + 16);
        }
        return state;
    }
};

TEST_F(StatisticsTest, CountTheWork) {
    Settings settings;
    settings.measureTime = true;
    Statistics counted;
    tumble(settings, &counted);
    EXPECT_GT(counted.pairs, 90);
    EXPECT_GT(counted.candidatePairs, counted.facePairs);
    EXPECT_GT(counted.contacts, 0);
    EXPECT_GT(counted.boxTests + counted.triangleTests, 0);
    EXPECT_GT(counted.narrowPhaseMicroseconds, 0);
    EXPECT_GT(counted.contactMicroseconds, 0);
}

TEST_F(StatisticsTest, CountPairsOfBodiesThatAreOverTheBudget) {
    for (const int budget : {1, 1'000'000}) {
        BulletWorld w;
        Settings settings;
        settings.pairBudget = budget;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.add(torus, 0, btVector3(0, 0, 0));
        w.add(torus, 1, btVector3(0, btScalar(0.3), 0)).setLinearVelocity(btVector3(0, -20, 0));
        w.run(1);
        EXPECT_EQ(statistics(w.dispatcher).coarsePairs, budget == 1 ? 1 : 0) << budget;
    }
}

TEST_F(StatisticsTest, CountPairsThatHardlyMove) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, btVector3(0, -1, 0));
    w.add(body, 1, btVector3(0, 1, 0));
    w.run(30);
    resetStatistics(w.dispatcher);
    w.run(10);
    const Statistics counted = statistics(w.dispatcher);
    EXPECT_GT(counted.updatedPairs + counted.repeatedPairs, 5);
    EXPECT_LE(counted.updatedPairs + counted.repeatedPairs, counted.pairs);
}

TEST_F(StatisticsTest, MeasureTimesOnlyOnRequest) {
    Statistics counted;
    tumble({}, &counted);
    EXPECT_GT(counted.contacts, 0);
    EXPECT_EQ(counted.narrowPhaseMicroseconds, 0);
    EXPECT_EQ(counted.contactMicroseconds, 0);
}

TEST_F(StatisticsTest, StartFromZeroAfterReset) {
    BulletWorld w;
    Settings settings;
    settings.measureTime = true;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(floor, 0, btVector3(0, -1, 0));
    w.add(body, 1, btVector3(0, btScalar(1.01), 0));
    w.run(10);
    EXPECT_EQ(statistics(w.dispatcher).pairs, 10);
    EXPECT_GT(statistics(w.dispatcher).contactMicroseconds, 0);
    resetStatistics(w.dispatcher);
    EXPECT_EQ(statistics(w.dispatcher).pairs, 0);
    EXPECT_EQ(statistics(w.dispatcher).contactMicroseconds, 0);
    w.run(3);
    EXPECT_EQ(statistics(w.dispatcher).pairs, 3);
    unregisterAlgorithms(&w.dispatcher);
    EXPECT_EQ(statistics(w.dispatcher).pairs, 0);
}

TEST_F(StatisticsTest, TwoThreadsAndBruteForceGiveTheSameMotionBitForBit) {
    Settings settings;
    Statistics counted;
    const std::vector<btScalar> expected = tumble(settings, &counted);
    EXPECT_GT(counted.contacts, 300);
    settings.threads = 2;
    EXPECT_EQ(tumble(settings), expected);
    settings.narrowPhase = "brute-force";
    EXPECT_EQ(tumble(settings), expected);
}

TEST_F(StatisticsTest, AnOverrideChoosesTheNarrowPhaseOfItsPairs) {
    const auto testsOf = [&](const std::string& name) {
        EXPECT_EQ(setAlgorithm(torus, name), "");
        Statistics counted;
        tumble({}, &counted);
        return counted.boxTests + counted.triangleTests;
    };
    const long long octree = testsOf(""), brute = testsOf("brute-force"), again = testsOf("");
    EXPECT_NE(octree, brute);
    EXPECT_EQ(octree, again);
}

}  // namespace
}  // namespace ricochet
