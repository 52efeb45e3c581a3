#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

TEST(BowlsScene, HasTenEqualNestedBowls) {
    StockWorld stock;
    const auto scene = makeScene("bowls", stock.world, stockOptions());
    ASSERT_EQ(scene->bodies().size(), 11u);
    for (std::size_t i = 2; i < scene->bodies().size(); ++i) {
        const SceneBody &bowl = scene->bodies()[i], &below = scene->bodies()[i - 1];
        EXPECT_EQ(bowl.mesh, below.mesh);
        EXPECT_NEAR(bowl.body->getCenterOfMassPosition().y() - below.body->getCenterOfMassPosition().y(),
                    0.103, 1e-6);
    }
}

TEST(BowlsScene, WallsTouchBeforeBottoms) {
    StockWorld stock;
    const auto scene = makeScene("bowls", stock.world, stockOptions());
    const SceneBody &below = scene->bodies()[1], &bowl = scene->bodies()[2];
    const btVector3 start = bowl.body->getCenterOfMassPosition();
    const auto meetAfter = [&](double fall) {
        putAt(*bowl.body, start.x(), start.y() - fall, start.z());
        return intersect(bowl, below);
    };
    EXPECT_FALSE(meetAfter(0.0029));
    EXPECT_TRUE(meetAfter(0.0031));  // bottoms are 50 mm apart
}

TEST(BowlsScene, ABowlUnderTheFloorIsLost) {
    StockWorld stock;
    const auto scene = makeScene("bowls", stock.world, stockOptions());
    btRigidBody& bowl = *scene->bodies()[4].body;
    putAt(bowl, 1, 0.2, 0);
    EXPECT_EQ(scene->placeOf(bowl), Place::inside);
    putAt(bowl, 1, -0.2, 0);
    EXPECT_EQ(scene->placeOf(bowl), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
