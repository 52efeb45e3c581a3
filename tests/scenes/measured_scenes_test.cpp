// Scenes that measure themselves: slide, bounce, overlap.

#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::scenes {
namespace {

void placeAndMeasure(Scene& scene, const btVector3& place, const btVector3& velocity) {
    btRigidBody& body = *scene.bodies()[1].body;
    putAt(body, double(place.x()), double(place.y()), double(place.z()));
    body.setLinearVelocity(velocity);
    scene.afterStep();
}

TEST(SlideScene, TheFloorHasTwoTrianglesOr8192OnItsTop) {
    const std::pair<const char*, int> tops[] = {{"two", 2}, {"many", 8192}};
    for (const auto& [variant, expected] : tops) {
        StockWorld stock;
        const auto scene = makeScene("slide", stock.world, stockOptions(variant));
        const SceneMesh& floor = *scene->bodies()[0].mesh;
        const auto isOnTop = [&](const std::array<int, 3>& face) {
            return std::ranges::all_of(face, [&](int v) { return floor.vertices[v].y() == 0; });
        };
        EXPECT_EQ(std::ranges::count_if(floor.faces, isOnTop), expected);
    }
}

TEST(SlideScene, MeasuresTheDisplacementAndTheRise) {
    StockWorld stock;
    const auto scene = makeScene("slide", stock.world, stockOptions());
    const btVector3 start = scene->bodies()[1].body->getCenterOfMassPosition();
    placeAndMeasure(*scene, start + btVector3(2, btScalar(0.25), -1), btVector3(0, 0, 0));
    placeAndMeasure(*scene, start + btVector3(3, 0, -2), btVector3(0, 0, 0));
    auto measures = measuresOf(*scene);
    EXPECT_NEAR(measures["displacement_x_m"], 3, 1e-6);
    EXPECT_NEAR(measures["displacement_z_m"], -2, 1e-6);
    EXPECT_NEAR(measures["most_rise_m"], 0.25, 2e-4);
}

TEST(BounceScene, MeasuresEnergyAtTheTopOfEachBounce) {
    StockWorld stock;
    const auto scene = makeScene("bounce", stock.world, stockOptions("box"));
    // It falls from 1 m over where it rests, 0.5 m, and comes up to 0.9 m, then to 1.2 m.
    for (const double top : {0.9, 1.2}) {
        placeAndMeasure(*scene, btVector3(0, btScalar(0.5), 0), btVector3(0, -1, 0));
        placeAndMeasure(*scene, btVector3(0, btScalar(0.6), 0), btVector3(0, 1, 0));
        placeAndMeasure(*scene, btVector3(0, btScalar(0.5 + top), 0), btVector3(0, 0, 0));
    }
    auto measures = measuresOf(*scene);
    EXPECT_EQ(measures["bounces"], 2);
    EXPECT_NEAR(measures["apex_energy_loss"], 0.1, 1e-5);
    EXPECT_NEAR(measures["apex_energy_gain"], 0.2, 1e-5);
    EXPECT_NEAR(measures["apex_energy_last"], 1.2, 1e-5);
}

TEST(BounceScene, ABodyWithoutABounceHasNoGain) {
    StockWorld stock;
    const auto scene = makeScene("bounce", stock.world, stockOptions("torus"));
    scene->afterStep();
    EXPECT_TRUE(std::isinf(measuresOf(*scene)["apex_energy_gain"]));
    EXPECT_TRUE(std::isinf(measuresOf(*scene)["apex_energy_loss"]));
}

TEST(BounceScene, FreeFlightNeitherGainsNorLosesEnergy) {
    StockWorld stock;
    const auto scene = makeScene("bounce", stock.world, stockOptions());
    btRigidBody& torus = *scene->bodies()[1].body;
    putAt(torus, 0, 2, 0);
    torus.setLinearVelocity(btVector3(0, 5, 0));
    scene->afterStep();
    const double energy = 9.81 * (2 - 0.3 * std::cos(M_PI / 16)) + 12.5 - 9.81 / 60 * 5 / 2;
    while (torus.getLinearVelocity().y() > 0) {
        stock.world.stepSimulation(btScalar(1 / 60.0), 0);
        scene->afterStep();
    }
    EXPECT_NEAR(measuresOf(*scene)["apex_energy_last"], energy / 9.81, 1e-4);
}

TEST(OverlapScene, StartsHalfATubeDeepAndIsFreeWithoutDeepContacts) {
    for (const char* variant : {"floor", "torus"}) {
        StockWorld stock;
        const auto scene = makeScene("overlap", stock.world, stockOptions(variant));
        EXPECT_TRUE(intersect(*(scene->bodies().end() - 1), *(scene->bodies().end() - 2))) << variant;
    }
    StockWorld stock;
    const auto scene = makeScene("overlap", stock.world, stockOptions());
    const SceneBody &floor = scene->bodies()[0], &ring = scene->bodies()[1];
    btPersistentManifold* manifold = stock.dispatcher.getNewManifold(floor.body, ring.body);
    for (const double distance : {-0.2, -0.1, -1e-4, 0.01}) {
        manifold->clearManifold();
        manifold->addManifoldPoint(
            {btVector3(0, 0, 0), btVector3(0, 0, 0), btVector3(0, 1, 0), btScalar(distance)});
        scene->afterStep();
    }
    EXPECT_NEAR(measuresOf(*scene)["free_at_s"], 2 / 60.0, 1e-6);
    stock.dispatcher.releaseManifold(manifold);
}

}  // namespace
}  // namespace ricochet::scenes
