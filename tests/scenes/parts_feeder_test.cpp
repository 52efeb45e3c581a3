#include "demos/scenes/parts_feeder.h"

#include "demos/scenes/feeder_mesh.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace ricochet::scenes {
namespace {

TEST(FeederMesh, BowlAndPartsAreClosedSolids) {
    for (const SceneMesh& mesh : {feederBowl(), hexagonalNut(), bolt(), bracket()}) {
        EXPECT_EQ(whyNotClosed(mesh), "");
        EXPECT_GT(volumeOf(mesh), 0);
    }
}

TEST(FeederMesh, TheTrackClimbsThroughoutAndIsContinuous) {
    // In the middle of the track, which moves outwards by half a metre a turn and begins below the floor.
    double before = 0.15;
    for (int step = 60; step < 600; ++step) {
        const double turns = step / 200.0;
        const double height = feederHeight(kFeederFloor + 0.5 * (turns - 0.7), 2 * std::numbers::pi * turns);
        EXPECT_GE(height, before - 1e-9) << turns;
        EXPECT_LT(height - before, 0.01) << turns;
        before = height;
    }
    EXPECT_NEAR(before, 1.5, 0.01);
}

TEST(FeederMesh, TheBowlsVerticesLieOnItsHeight) {
    int onTop = 0;
    for (const btVector3& v : feederBowl().vertices) {
        if (v.y() < 0) continue;
        const double radius = std::hypot(double(v.x()), double(v.z()));
        const double angle = std::atan2(-double(v.z()), double(v.x()));
        if (radius < kFeederRadius - 0.01) {
            EXPECT_NEAR(v.y(), feederHeight(radius - 1e-6, angle), 1e-4);
            ++onTop;
        }
    }
    EXPECT_GT(onTop, 100);
}

class PartsFeederScene : public testing::Test {
protected:
    static SceneOptions options() {
        SceneOptions options = stockOptions();
        options.bodies = 60;
        return options;
    }
    void step() {
        scene_->beforeStep();
        stock_.world.stepSimulation(btScalar(1) / 60, 0);
    }

    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("parts-feeder", stock_.world, options());
    btRigidBody& bowl_ = *scene_->bodies()[0].body;
    btRigidBody& part_ = *scene_->bodies()[1].body;
};

TEST_F(PartsFeederScene, HasTheRequestedNumberOfPartsOfThreeKinds) {
    EXPECT_EQ(scene_->bodies().size(), 61u);
    std::set<const SceneMesh*> kinds;
    for (std::size_t i = 1; i < scene_->bodies().size(); ++i) kinds.insert(scene_->bodies()[i].mesh.get());
    EXPECT_EQ(kinds.size(), 3u);
}

TEST_F(PartsFeederScene, TheBowlVibratesAndItsSurfaceHasAVelocity) {
    btScalar highest = 0, lowest = 0, fastest = 0, turning = 0;
    for (int i = 0; i < 60; ++i) {
        step();
        highest = std::max(highest, bowl_.getWorldTransform().getOrigin().y());
        lowest = std::min(lowest, bowl_.getWorldTransform().getOrigin().y());
        fastest = std::max(fastest, bowl_.getLinearVelocity().y());
        turning = std::max(turning, bowl_.getAngularVelocity().y());
    }
    EXPECT_GT(highest, 0.01);
    EXPECT_LT(lowest, -0.01);
    EXPECT_GT(fastest, 0.3);
    EXPECT_GT(turning, 0.3);
}

TEST_F(PartsFeederScene, CountsThePartsOnTheTrack) {
    EXPECT_EQ(scene_->measures().front().value, 0);
    const double scale = std::cbrt(60 / 300.0);
    putAt(part_, scale * 3.5, scale * 2, 0);
    EXPECT_EQ(scene_->measures().front().value, 1);
}

TEST_F(PartsFeederScene, PartsAreLostThroughTheBowlOrOverItsLip) {
    const double scale = std::cbrt(60 / 300.0);
    EXPECT_EQ(scene_->placeOf(part_), Place::inside);
    putAt(part_, 0, -1, 0);
    EXPECT_EQ(scene_->placeOf(part_), Place::through);
    putAt(part_, scale * 4.5, scale * 2.6, 0);
    EXPECT_EQ(scene_->placeOf(part_), Place::over);
    scene_->beforeStep();
    putAt(part_, 0, -1, 0);
    EXPECT_EQ(scene_->placeOf(part_), Place::over);
    EXPECT_EQ(scene_->placeOf(bowl_), Place::inside);
}

}  // namespace
}  // namespace ricochet::scenes
