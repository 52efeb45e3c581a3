#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>

namespace ricochet::scenes {
namespace {

struct SceneCase {
    std::string name, variant;
};

void PrintTo(const SceneCase& c, std::ostream* out) { *out << c.name << " " << c.variant; }

/// Each scene in each of its variants.
std::vector<SceneCase> everyVariant() {
    std::vector<SceneCase> cases;
    for (const SceneEntry& entry : sceneTable()) {
        if (entry.variants.empty()) cases.push_back({entry.name, ""});
        for (const char* variant : entry.variants) cases.push_back({entry.name, variant});
    }
    return cases;
}

class EveryScene : public testing::TestWithParam<SceneCase> {
protected:
    std::unique_ptr<Scene> make(StockWorld& stock, SceneOptions options = stockOptions()) const {
        options.variant = GetParam().variant;
        options.bodies = 40;         // of scenes of any number
        options.triangles = 20'000;  // of grounds of any size
        return makeScene(GetParam().name, stock.world, options);
    }
};

std::vector<btTransform> posesOf(const Scene& scene) {
    std::vector<btTransform> poses;
    for (const SceneBody& b : scene.bodies()) poses.push_back(b.body->getWorldTransform());
    return poses;
}

/// Of the soft bodies, as they are shown.
std::vector<btVector3> nodesOf(const Scene& scene) {
    std::vector<btVector3> nodes;
    for (const SceneBody& b : scene.bodies()) {
        if (b.soft) nodes.insert(nodes.end(), b.mesh->vertices.begin(), b.mesh->vertices.end());
    }
    return nodes;
}

bool isFixed(const SceneBody& b) { return b.body->getInvMass() == 0; }

TEST_P(EveryScene, StartsWithoutIntersectionExceptForOverlapScenes) {
    StockWorld stock;
    const auto scene = make(stock);
    const std::vector<SceneBody>& bodies = scene->bodies();
    int intersections = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (!bodies[i].body->checkCollideWith(bodies[j].body)) continue;  // a joint connects them
            intersections += intersect(bodies[i], bodies[j]);
        }
    }
    const bool isFloorOfTiles = GetParam().name == "laws/seams" && GetParam().variant.starts_with("bodies");
    EXPECT_EQ(intersections > 0,
              GetParam().name == "overlap" || GetParam().name == "entangled" || isFloorOfTiles);
}

TEST_P(EveryScene, StartsInside) {
    StockWorld stock;
    const auto scene = make(stock);
    for (const SceneBody& b : scene->bodies()) EXPECT_EQ(scene->placeOf(*b.body), Place::inside);
}

TEST_P(EveryScene, MovesItsBodiesToTheirCentresOfMass) {
    StockWorld stock;
    const auto scene = make(stock);
    for (const SceneBody& b : scene->bodies()) {
        if (isFixed(b)) continue;
        EXPECT_LT(centreOfMassOf(*b.mesh).length(), 1e-5);
    }
}

TEST_P(EveryScene, StartsTheSameWithTheSameSeed) {
    StockWorld stockA, stockB;
    const auto a = make(stockA), b = make(stockB);
    EXPECT_EQ(posesOf(*a), posesOf(*b));
    EXPECT_EQ(nodesOf(*a), nodesOf(*b));
}

TEST_P(EveryScene, NoiseDisplacesOnlyMovingBodiesAndIsBounded) {
    StockWorld stock, noisyStock;
    SceneOptions noisy = stockOptions();
    noisy.noise = btScalar(1e-3);
    const auto plainScene = make(stock), noisyScene = make(noisyStock, noisy);
    for (std::size_t i = 0; i < plainScene->bodies().size(); ++i) {
        const SceneBody& b = noisyScene->bodies()[i];
        const btTransform &plain = plainScene->bodies()[i].body->getWorldTransform(),
                          &moved = b.body->getWorldTransform();
        const btVector3 by = moved.getOrigin() - plain.getOrigin();
        EXPECT_LE(by.length(), 1e-3 + 1e-6);
        EXPECT_EQ(by.y(), 0);
        EXPECT_EQ(by.length() > 0, !isFixed(b));
        EXPECT_EQ(moved.getBasis(), plain.getBasis());
    }
}

TEST_P(EveryScene, HasFrictionOneHalfOrItsOwn) {
    const std::map<std::string, double> own = {{"slide many", 0.2},        {"slide two", 0.2},
                                               {"nut-bolt procedural", 0}, {"nut-bolt fine", 0},
                                               {"nut-bolt m16", 0},        {"nut-bolt friction", 0.3}};
    const std::map<std::string, double> ofFamily = {
        {"laws/ring-on-rod", 1}, {"laws/rolling-torus", 1}, {"laws/rolling-sphere", 1},
        {"laws/peg", 0.1},       {"laws/slope", 0.3},       {"laws/cradle", 0},
        {"laws/top", 1},         {"laws/rolling-small", 1}, {"laws/spin", 0},
        {"laws/seams", 0},       {"laws/rolling-far", 1},   {"laws/peg-above", 0.1},
        {"laws/loop", 1},        {"laws/coin", 1}};
    const auto variant = own.find(GetParam().name + " " + GetParam().variant);
    const auto family = ofFamily.find(GetParam().name);
    double expected = variant == own.end() ? 0.5 : variant->second;
    if (family != ofFamily.end()) expected = family->second;
    StockWorld stock;
    const auto scene = make(stock);
    for (const SceneBody& b : scene->bodies()) {
        EXPECT_NEAR(b.body->getFriction() * b.body->getFriction(), expected, 1e-6);
    }
}

TEST_P(EveryScene, GivesEveryMeshShapeTheMargin) {
    StockWorld stock;
    SceneOptions options = stockOptions();
    options.margin = btScalar(0.0125);
    const auto scene = make(stock, options);
    for (const SceneBody& b : scene->bodies()) {
        const btCollisionShape& shape = *b.body->getCollisionShape();
        if (shape.getShapeType() != TRIANGLE_MESH_SHAPE_PROXYTYPE) continue;  // Bullet's own have their own
        EXPECT_EQ(shape.getMargin(), options.margin);
    }
}

TEST_P(EveryScene, KeepsItsBodiesAwakeIfSleepIsDisabled) {
    StockWorld stock;
    SceneOptions options = stockOptions();
    options.maySleep = false;
    const auto scene = make(stock, options);
    for (const SceneBody& b : scene->bodies()) {
        if (b.body->isKinematicObject()) continue;  // its scene moves it in any case
        EXPECT_EQ(b.body->getActivationState() == DISABLE_DEACTIVATION, !isFixed(b));
    }
}

TEST_P(EveryScene, LeavesTheWorldEmpty) {
    StockWorld stock;
    auto scene = make(stock);
    const auto soft = std::ranges::count_if(scene->bodies(), [](const SceneBody& b) { return b.soft; });
    EXPECT_EQ(stock.world.getNumCollisionObjects(), static_cast<int>(scene->bodies().size()) + soft);
    scene.reset();
    EXPECT_EQ(stock.world.getNumCollisionObjects(), 0);
    EXPECT_EQ(stock.world.getNumConstraints(), 0);
    EXPECT_EQ(stock.broadphase.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
}

TEST_P(EveryScene, RunsUnderStock) {
    StockWorld stock;
    const auto scene = make(stock);
    const std::vector<btTransform> starts = posesOf(*scene);
    for (int step = 0; step < 10; ++step) {
        scene->beforeStep();
        stock.world.stepSimulation(btScalar(1 / 60.0), 0);
        scene->afterStep();
    }
    btScalar farthest = 0, mostTurned = 0;  // metres, rad
    const std::vector<btTransform> ends = posesOf(*scene);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        farthest = std::max(farthest, (ends[i].getOrigin() - starts[i].getOrigin()).length());
        mostTurned = std::max(mostTurned, ends[i].getRotation().angleShortestPath(starts[i].getRotation()));
    }
    const bool startsSlowly = GetParam().name.starts_with("laws/");  // on slopes, from rest
    EXPECT_GT(std::max(farthest, mostTurned), startsSlowly ? 0.005 : 0.05);
    // In a sixth of a second; bullets go up to 200 m/s, boxes of churn are put elsewhere, and everything else
    // goes up to 6.
    const bool isFast = GetParam().name == "bullets" || GetParam().name == "churn";
    EXPECT_LT(farthest, isFast ? 34 : 1.01);
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(everyVariant()), [](const auto& entry) {
    std::string name = entry.param.name + entry.param.variant;
    std::erase_if(name, [](unsigned char letter) { return !std::isalnum(letter); });
    return name;
});

TEST(SceneTable, DifferentSeedsGiveDifferentStarts) {
    for (const char* name : {"pipes", "torus", "torpedo", "drop"}) {
        StockWorld stockA, stockB;
        const auto a = makeScene(name, stockA.world, stockOptions("", 1)),
                   b = makeScene(name, stockB.world, stockOptions("", 2));
        EXPECT_NE(posesOf(*a), posesOf(*b)) << name;
    }
}

TEST(SceneTable, ManySeedsStartWithoutIntersection) {
    for (unsigned seed = 2; seed < 10; ++seed) {
        StockWorld stock;
        const auto scene = makeScene("drop", stock.world, stockOptions("", seed));
        for (std::size_t i = 1; i < scene->bodies().size(); ++i) {
            EXPECT_FALSE(intersect(scene->bodies()[i], scene->bodies()[i - 1])) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace ricochet::scenes
