#include "demos/scenes/masonry.h"

#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <map>

namespace ricochet::scenes {
namespace {

/// Bodies that move, by the height of their centres in millimetres.
std::map<int, int> coursesOf(const Scene& scene) {
    std::map<int, int> courses;
    for (const SceneBody& b : scene.bodies()) {
        const auto height = double(b.body->getCenterOfMassPosition().y());
        if (b.body->getInvMass() > 0) ++courses[int(std::lround(1e3 * height))];
    }
    return courses;
}

class BrickWallScene : public testing::TestWithParam<const char*> {};

TEST_P(BrickWallScene, HasFiftyFiveBricksOfOneKilogramInTenCourses) {
    StockWorld stock;
    const auto scene = makeScene("brick-wall", stock.world, stockOptions(GetParam()));
    std::vector<int> bricks;
    for (const auto& [height, count] : coursesOf(*scene)) bricks.push_back(count);
    EXPECT_EQ(bricks, (std::vector<int>{6, 5, 6, 5, 6, 5, 6, 5, 6, 5}));
    for (const SceneBody& b : scene->bodies())
        EXPECT_EQ(b.body->getInvMass(), b.body->isStaticObject() ? 0 : 1);
}

INSTANTIATE_TEST_SUITE_P(Variants, BrickWallScene, testing::Values("plain", "tongue"));

TEST(BrickWallBricks, ATongueFitsItsGroove) {
    StockWorld stock;
    const auto scene = makeScene("brick-wall", stock.world, stockOptions("tongue"));
    const SceneMesh& brick = *scene->bodies()[1].mesh;
    EXPECT_EQ(whyNotClosed(brick), "");
    const double plain = 0.5 * 0.5, tongue = 0.08 * (0.20 + 0.12) / 2, groove = 0.1 * (0.3 + 0.2) / 2;
    EXPECT_NEAR(volumeOf(brick), plain + tongue - groove, 1e-6);
}

TEST(TowerScene, HasTenBricksInOneColumn) {
    StockWorld stock;
    const auto scene = makeScene("tower", stock.world, stockOptions());
    EXPECT_EQ(coursesOf(*scene).size(), 10u);
    for (std::size_t i = 1; i < scene->bodies().size(); ++i) {
        EXPECT_EQ(scene->bodies()[i].body->getCenterOfMassPosition().x(), 0);
    }
}

TEST(ArchScene, HasElevenStonesOverASpanOfTwoMetres) {
    StockWorld stock;
    const auto scene = makeScene("arch", stock.world, stockOptions());
    ASSERT_EQ(scene->bodies().size(), 12u);
    for (std::size_t i = 1; i < 12; ++i) {
        const SceneBody& stone = scene->bodies()[i];
        for (const btVector3& v : stone.mesh->vertices) {
            const btVector3 at = stone.body->getWorldTransform() * v;
            EXPECT_GT(std::hypot(at.x(), at.y()), 1.999);
            EXPECT_GT(at.y(), 0);
        }
    }
}

TEST(CardHouseScene, HasSevenCardsOnTwoStoreys) {
    StockWorld stock;
    const auto scene = makeScene("card-house", stock.world, stockOptions());
    std::vector<int> cards;
    for (const auto& [height, count] : coursesOf(*scene)) cards.push_back(count);
    EXPECT_EQ(cards, (std::vector<int>{4, 1, 2}));
}

}  // namespace
}  // namespace ricochet::scenes
