// Scene `bullets` in a world of Bullet's, with contacts alone to stop its shards.

#include "demos/scenes/bullets.h"

#include "tests/scenes/stock_world.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>

namespace ricochet {
namespace {

scenes::SceneOptions optionsOf(const std::string& variant) {
    scenes::SceneOptions options = scenes::stockOptions(variant);
    options.inertia = [](const btCollisionShape& shape, btScalar mass) {
        return massProperties(shape, mass).inertia;
    };
    options.centreOfMass = [](const scenes::SceneMesh&) { return btVector3(0, 0, 0); };  // beside the middle
    return options;
}

int shardsThroughWalls(const scenes::Scene& scene) {
    return static_cast<int>(std::ranges::count_if(scene.bodies(), [&](const scenes::SceneBody& each) {
        return scene.placeOf(*each.body) != scenes::Place::inside;
    }));
}

/// By contacts alone a few in a hundred thousand get through; `SweptWorld` lets none through.
TEST(Bullets, AtMostOneShardInAThousandEscapesThroughAThinWallInACorner) {
    scenes::StockWorld stock;
    Settings settings;
    settings.sweptContacts = true;
    ASSERT_EQ(registerAlgorithms(&stock.dispatcher, settings), "");
    const auto scene = scenes::makeScene("bullets", stock.world, optionsOf("fast"));
    const int volleys = test::kIsSlowBuild ? 6 : 40;
    int through = 0;
    for (int volley = 0; volley < volleys; ++volley) {
        for (int step = 0; step < scenes::kVolleySteps; ++step) {
            scene->beforeStep();
            stock.world.stepSimulation(btScalar(1) / 60, 0);
        }
        through += shardsThroughWalls(*scene);
    }
    EXPECT_LE(through, 1) << "of " << 27 * volleys;
}

}  // namespace
}  // namespace ricochet
