#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/pipes_mesh.h"
#include "tests/scenes/stock_world.h"

#include <LinearMath/btAabbUtil2.h>
#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

TEST(PipesMesh, PipesDoNotTouch) {
    const std::vector<PieceBox> pipes = piecesOf(pipesMesh());
    EXPECT_EQ(pipes.size(), 51 + 15 * 4 + 7u);
    for (std::size_t i = 0; i < pipes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(TestAabbAgainstAabb2(pipes[i].min, pipes[i].max, pipes[j].min, pipes[j].max));
        }
    }
}

TEST(PipesMesh, RunsStraightAlongAllThreeAxes) {
    int along[3] = {0, 0, 0};
    for (const PieceBox& pipe : piecesOf(pipesMesh())) {
        const btVector3 size = pipe.max - pipe.min;
        ++along[size.maxAxis()];
        EXPECT_GT(size[size.maxAxis()], 12);
        EXPECT_LE(size[size.minAxis()], 2 * kWidestPipeRadius + 1e-5);
    }
    for (int count : along) EXPECT_GT(count, 25);
}

TEST(PipesMesh, StaysInItsCube) {
    for (const PieceBox& pipe : piecesOf(pipesMesh())) {
        const btVector3 extent = pipe.min.absolute();
        EXPECT_LE(extent[extent.maxAxis()], kPipesCubeSide / 2);
    }
}

TEST(PipesMesh, AQuarterOfItsFacesAreLongAndThin) {
    const SceneMesh mesh = pipesMesh();
    EXPECT_GT(longThinFaces(mesh, 40), 0.25 * mesh.faces.size());
}

class PipesScene : public testing::Test {
protected:
    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("pipes", stock_.world, stockOptions());
    btRigidBody& falling_ = *scene_->bodies().back().body;
};

TEST_F(PipesScene, TheSameModelFallsFifteenTimesSmaller) {
    const SceneMesh &cube = *scene_->bodies()[0].mesh, &small = *scene_->bodies()[1].mesh;
    ASSERT_EQ(cube.faces, small.faces);
    const auto edge = [](const SceneMesh& mesh) { return (mesh.vertices[1000] - mesh.vertices[0]).length(); };
    EXPECT_NEAR(edge(cube) / edge(small), 15, 1e-3);
}

TEST_F(PipesScene, AnyRotationStartsFree) {
    // The void's sphere, less the widest pipe, holds the small cube however it is turned.
    EXPECT_LT(boundingRadius(*scene_->bodies()[1].mesh), kPipesPitch / 2 - kWidestPipeRadius);
}

TEST_F(PipesScene, GravityPointsToTheCentreEverywhere) {
    for (const btVector3& position : {btVector3(3, -4, 0), btVector3(0, 0, 6), btVector3(-2, 1, 2)}) {
        putAt(falling_, position.x(), position.y(), position.z());
        scene_->beforeStep();
        EXPECT_NEAR((falling_.getGravity() + position.normalized() * btScalar(9.81)).length(), 0, 1e-5);
    }
    EXPECT_EQ(stock_.world.getGravity(), btVector3(0, 0, 0));
}

TEST_F(PipesScene, GravityFadesAtTheCentre) {
    putAt(falling_, 0.1, 0, 0);
    scene_->beforeStep();
    EXPECT_NEAR(falling_.getGravity().x(), -0.981, 1e-5);
}

TEST_F(PipesScene, BouncesWithOneHalf) {
    EXPECT_NEAR(scene_->bodies()[0].body->getRestitution() * falling_.getRestitution(), 0.5, 1e-6);
}

TEST_F(PipesScene, ABodyOutsideTheCubeIsLost) {
    putAt(falling_, 7, 7, 7);
    EXPECT_EQ(scene_->placeOf(falling_), Place::inside);
    putAt(falling_, 0, -7.6, 0);
    EXPECT_EQ(scene_->placeOf(falling_), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
