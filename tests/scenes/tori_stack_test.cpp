#include "demos/scenes/mesh_generators.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace ricochet::scenes {
namespace {

/// Lowest and highest y of a body whose axes are the world's.
std::pair<double, double> heights(const SceneBody& b) {
    const auto [low, high] =
        std::minmax_element(b.mesh->vertices.begin(), b.mesh->vertices.end(),
                            [](const btVector3& v, const btVector3& w) { return v.y() < w.y(); });
    const double y = b.body->getCenterOfMassPosition().y();
    return {y + low->y(), y + high->y()};
}

class ToriStack : public testing::TestWithParam<const char*> {};

TEST_P(ToriStack, HasGapsOfOneMillimetre) {
    StockWorld stock;
    const auto scene = makeScene("tori-stack", stock.world, stockOptions(GetParam()));
    ASSERT_EQ(scene->bodies().size(), 11u);
    EXPECT_EQ(heights(scene->bodies()[0]).second, 0);
    for (std::size_t i = 1; i < scene->bodies().size(); ++i) {
        EXPECT_NEAR(heights(scene->bodies()[i]).first - heights(scene->bodies()[i - 1]).second, 1e-3, 2e-6);
        EXPECT_EQ(scene->bodies()[i].body->getInvMass(), 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Variants, ToriStack, testing::Values("flat", "ridge"));

TEST(ToriStackScene, AHeavyTorusLiesOnALightOne) {
    StockWorld stock;
    const auto scene = makeScene("tori-stack", stock.world, stockOptions("heavy"));
    ASSERT_EQ(scene->bodies().size(), 3u);
    EXPECT_EQ(scene->bodies()[1].body->getMass(), 1);
    EXPECT_NEAR(scene->bodies()[2].body->getMass(), 10000, 1e-2);
    EXPECT_GT(heights(scene->bodies()[2]).first, heights(scene->bodies()[1]).second);
}

TEST(ToriStackScene, SmallToriAreOneCentimetreWide) {
    StockWorld stock;
    const auto scene = makeScene("tori-stack", stock.world, stockOptions("small"));
    ASSERT_EQ(scene->bodies().size(), 5u);
    EXPECT_NEAR(2 * boundingRadius(*scene->bodies()[1].mesh), 0.01, 1e-4);
}

TEST(ToriStackScene, ATorusUnderTheFloorOrBesideItIsLost) {
    StockWorld stock;
    const auto scene = makeScene("tori-stack", stock.world, stockOptions());
    btRigidBody& torus = *scene->bodies()[3].body;
    putAt(torus, 5.9, 0.3, -5.9);
    EXPECT_EQ(scene->placeOf(torus), Place::inside);
    putAt(torus, 0, -0.1, 0);
    EXPECT_EQ(scene->placeOf(torus), Place::through);
    putAt(torus, 6.1, 0.3, 0);
    EXPECT_EQ(scene->placeOf(torus), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
