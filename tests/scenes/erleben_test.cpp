#include "demos/scenes/erleben.h"

#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

namespace ricochet::scenes {
namespace {

TEST(ErlebenScenes, AreTheTenOfThePaper) {
    std::vector<std::string> names;
    for (const SceneEntry& entry : erlebenScenes()) names.push_back(entry.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{
                  "erleben-spikes", "erleben-wedges", "erleben-spike-and-wedge", "erleben-spike-in-hole",
                  "erleben-spike-in-crack", "erleben-wedge-in-crack", "erleben-sliding-spike",
                  "erleben-sliding-wedge", "erleben-cliff-edges", "erleben-internal-edges"}));
}

TEST(ErlebenScenes, EachPutsOneClosedBodyOnOneClosedStage) {
    for (const SceneEntry& entry : erlebenScenes()) {
        StockWorld stock;
        const auto scene = entry.make(stock.world, stockOptions());
        ASSERT_EQ(scene->bodies().size(), 2u) << entry.name;
        for (const SceneBody& b : scene->bodies()) {
            EXPECT_EQ(whyNotClosed(*b.mesh), "") << entry.name;
            EXPECT_GT(volumeOf(*b.mesh), 0) << entry.name;
        }
    }
}

TEST(ErlebenScenes, VariantsHaveOtherStages) {
    StockWorld stock;
    const auto pit = makeScene("erleben-spike-in-hole", stock.world, stockOptions("pit"));
    const auto hole = makeScene("erleben-spike-in-hole", stock.world, stockOptions("hole"));
    EXPECT_NE(volumeOf(*pit->bodies()[0].mesh), volumeOf(*hole->bodies()[0].mesh));
}

TEST(ErlebenScenes, ABodyUnderItsStageIsLost) {
    StockWorld stock;
    const auto scene = makeScene("erleben-wedge-in-crack", stock.world, stockOptions());
    btRigidBody& wedge = *scene->bodies()[1].body;
    putAt(wedge, 0, -0.4, 0);
    EXPECT_EQ(scene->placeOf(wedge), Place::inside);
    putAt(wedge, 0, -1.1, 0);
    EXPECT_EQ(scene->placeOf(wedge), Place::through);
}

}  // namespace
}  // namespace ricochet::scenes
