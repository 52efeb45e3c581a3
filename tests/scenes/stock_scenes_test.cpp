// Scenes of Bullet's own shapes: clouds of boxes, and primitives.

#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::scenes {
namespace {

SceneOptions optionsFor(int bodies, const std::string& variant = {}) {
    SceneOptions options = stockOptions(variant);
    options.bodies = bodies;
    return options;
}

void run(StockWorld& stock, Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) {
        scene.beforeStep();
        stock.world.stepSimulation(btScalar(1) / 60, 0);
    }
}

double energyOf(const Scene& scene) {
    double energy = 0;
    for (const SceneBody& each : scene.bodies()) {
        energy += double(each.body->getLinearVelocity().length2() / 2);
    }
    return energy;
}

long countOf(const Scene& scene, bool (*claim)(const SceneBody&)) {
    return std::count_if(scene.bodies().begin(), scene.bodies().end(), claim);
}

bool isFast(const SceneBody& each) { return each.body->getLinearVelocity().length() > 0.5; }
bool isInside(const Scene& scene) {
    return std::all_of(scene.bodies().begin(), scene.bodies().end(),
                       [&](const SceneBody& each) { return scene.placeOf(*each.body) == Place::inside; });
}

TEST(BoxCloudScene, BoxesFlyAndBounceAndKeepTheirSpeed) {
    StockWorld stock;
    const auto scene = makeScene("cloud", stock.world, optionsFor(216));
    run(stock, *scene, 2);
    const double energy = energyOf(*scene);
    run(stock, *scene, 60);
    EXPECT_GT(stock.dispatcher.getNumManifolds(), 20);
    EXPECT_GT(energyOf(*scene), 0.5 * energy);
    EXPECT_LT(energyOf(*scene), 1.1 * energy);
    EXPECT_TRUE(isInside(*scene));
}

TEST(BoxCloudScene, OnlyTheRequestedFractionFlies) {
    StockWorld stock;
    SceneOptions options = optionsFor(200);
    options.moving = 0.1;
    const auto scene = makeScene("cloud", stock.world, options);
    run(stock, *scene, 40);
    EXPECT_GE(countOf(*scene, isFast), 15);
    EXPECT_LE(countOf(*scene, isFast), 60);  // those, and the bodies that they have just hit
}

TEST(BoxCloudScene, HalfOfTheSleepersSleepSoon) {
    StockWorld stock;
    const auto scene = makeScene("sleepers", stock.world, optionsFor(500));
    run(stock, *scene, 30);
    const auto isAsleep = [](const SceneBody& each) { return !each.body->isActive(); };
    EXPECT_GE(countOf(*scene, isAsleep), 250);
}

TEST(BoxCloudScene, ChurnRemovesBodiesAndAddsThemElsewhere) {
    StockWorld stock;
    const auto scene = makeScene("churn", stock.world, optionsFor(400));
    std::vector<btVector3> before;
    for (const SceneBody& each : scene->bodies()) before.push_back(each.body->getCenterOfMassPosition());
    run(stock, *scene, 10);
    int elsewhere = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        elsewhere += (scene->bodies()[i].body->getCenterOfMassPosition() - before[i]).length() > 2;
    }
    EXPECT_GT(elsewhere, 20);  // two and two in each step
    EXPECT_EQ(stock.world.getNumCollisionObjects(), 400);
}

TEST(BoxCloudScene, RoomsDifferInShape) {
    const auto sizeOf = [](const char* name) {
        StockWorld stock;
        const auto scene = makeScene(name, stock.world, optionsFor(600));
        btVector3 low(0, 0, 0), high(0, 0, 0);
        for (const SceneBody& each : scene->bodies()) {
            low.setMin(each.body->getCenterOfMassPosition());
            high.setMax(each.body->getCenterOfMassPosition());
        }
        return btVector3(high - low);
    };
    EXPECT_GT(sizeOf("slab").x(), 4 * sizeOf("slab").y());
    EXPECT_GT(sizeOf("column").y(), 4 * sizeOf("column").x());
    EXPECT_GT(sizeOf("clusters").x(), 2 * sizeOf("cloud").x());
}

TEST(PrimitivesScene, NothingFallsThroughTheGroundOrTheBowl) {
    for (const char* variant : {"boxes", "pyramids", "ragdolls", "convex-rain", "on-mesh"}) {
        StockWorld stock;
        const auto scene = makeScene("primitives", stock.world, optionsFor(66, variant));
        run(stock, *scene, 120);
        EXPECT_TRUE(isInside(*scene)) << variant;
        EXPECT_GT(stock.dispatcher.getNumManifolds(), 20) << variant;
    }
}

TEST(PrimitivesScene, RagdollsHoldTogether) {
    StockWorld stock;
    const auto scene = makeScene("primitives", stock.world, optionsFor(22, "ragdolls"));
    EXPECT_EQ(stock.world.getNumConstraints(), 20);
    run(stock, *scene, 120);
    for (int doll = 0; doll < 2; ++doll) {
        const btVector3 pelvis = scene->bodies()[1 + 11 * doll].body->getCenterOfMassPosition();
        for (int part = 1; part < 11; ++part) {
            const btRigidBody& other = *scene->bodies()[1 + 11 * doll + part].body;
            EXPECT_LT((other.getCenterOfMassPosition() - pelvis).length(), 1.3) << part;
        }
    }
}

TEST(PrimitivesScene, PyramidsStand) {
    StockWorld stock;
    const auto scene = makeScene("primitives", stock.world, optionsFor(55, "pyramids"));
    const btRigidBody& top = *scene->bodies().back().body;
    run(stock, *scene, 120);
    EXPECT_NEAR(top.getCenterOfMassPosition().y(), 9.5, 0.1);
}

}  // namespace
}  // namespace ricochet::scenes
