#include "demos/scenes/figure12_models.h"

#include "tests/scenes/mesh_check.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

TEST(Figure12Models, HaveAboutAsManyTrianglesAsThePapers) {
    const std::pair<SceneMesh, double> models[] = {
        {antModel(), 6667},
        {spiderModel(), 5162},
        {treeModel(Leaves::loose), 4316},
        {treeModel(Leaves::closed), 4316},
        {carModel(), 57243},
        {shellStatueModel(), 42225},
        {walledTowerModel(), 153495},
    };
    for (const auto& [mesh, paper] : models) EXPECT_NEAR(double(mesh.faces.size()) / paper, 1, 0.05) << paper;
}

TEST(Figure12Models, AreClosedButForLooseLeaves) {
    for (const SceneMesh& mesh : {antModel(), spiderModel(), treeModel(Leaves::closed), carModel(),
                                  shellStatueModel(), walledTowerModel()}) {
        EXPECT_EQ(whyNotClosed(mesh), "") << mesh.faces.size();
        EXPECT_GT(volumeOf(mesh), 0) << mesh.faces.size();
    }
    EXPECT_NE(whyNotClosed(treeModel(Leaves::loose)), "");
}

TEST(Figure12Models, StatueAndTowerAreLongestAlongY) {
    for (const SceneMesh& mesh : {shellStatueModel(), walledTowerModel()}) {
        btVector3 min = mesh.vertices.front(), max = min;
        for (const btVector3& vertex : mesh.vertices) {
            min.setMin(vertex);
            max.setMax(vertex);
        }
        EXPECT_EQ((max - min).maxAxis(), 1);
    }
}

TEST(Figure12Models, AreTheSameEachTime) {
    EXPECT_EQ(treeModel(Leaves::loose).vertices, treeModel(Leaves::loose).vertices);
}

/// Stock Bullet does not collide moving meshes: the attraction alone moves them, and keeps their energy.
TEST(SphericalDance, SwingsThroughTheCentreUnderStockAndKeepsItsEnergy) {
    StockWorld stock;
    const auto scene = makeScene("spherical-dance", stock.world, stockOptions("ant-spider"));
    for (int step = 0; step < 240; ++step) {
        scene->beforeStep();
        stock.world.stepSimulation(btScalar(1 / 60.0), 0);
        scene->afterStep();
    }
    auto measures = measuresOf(*scene);
    EXPECT_EQ(measures["impacts"], 0);
    EXPECT_LT(measures["centres_closest_m"], 0.1);
    EXPECT_NEAR(measures["energy_most"], 1, 0.03);
}

}  // namespace
}  // namespace ricochet::scenes
