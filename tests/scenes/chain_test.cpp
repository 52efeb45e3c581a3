#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

TEST(ChainScene, HangsFromItsFirstLink) {
    StockWorld stock;
    const auto scene = makeScene("chain", stock.world, stockOptions());
    ASSERT_EQ(scene->bodies().size(), 10u);
    for (int i = 0; i < 10; ++i) {
        const btRigidBody& link = *scene->bodies()[i].body;
        EXPECT_EQ(link.getInvMass(), i == 0 ? 0 : 1);
        EXPECT_NEAR(link.getCenterOfMassPosition().y(), -1.3999 * i, 1e-5);
    }
}

TEST(ChainScene, LinksAreCrosswise) {
    StockWorld stock;
    const auto scene = makeScene("chain", stock.world, stockOptions());
    for (int i = 0; i < 10; ++i) {
        const btMatrix3x3& basis = scene->bodies()[i].body->getWorldTransform().getBasis();
        EXPECT_EQ(basis.getColumn(1).absolute(), i % 2 ? btVector3(1, 0, 0) : btVector3(0, 0, 1));
        EXPECT_EQ(basis.determinant(), 1);
    }
}

TEST(ChainScene, HeavyEndHasAHundredTimesTheMass) {
    StockWorld stock;
    const auto scene = makeScene("chain", stock.world, stockOptions("heavy"));
    EXPECT_NEAR(scene->bodies()[9].body->getMass(), 100, 1e-4);
    EXPECT_EQ(scene->bodies()[8].body->getMass(), 1);
}

TEST(ChainScene, ALooseLinkIsLostOnceItHasFallen) {
    StockWorld stock;
    const auto scene = makeScene("chain", stock.world, stockOptions());
    btRigidBody& last = *scene->bodies()[9].body;
    putAt(last, 0, -13, 0);
    EXPECT_EQ(scene->placeOf(last), Place::inside);
    putAt(last, 0, -14, 0);
    EXPECT_EQ(scene->placeOf(last), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
