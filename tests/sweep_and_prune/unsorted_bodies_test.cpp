#include "algorithms/sweep_and_prune/unsorted_bodies.h"

#include "tests/sweep_and_prune/sweep_fixtures.h"

#include <gtest/gtest.h>

#include <set>

namespace ricochet::sweep {
namespace {

/// Bodies that have had a box for a step; of these some are unsorted.
struct UnsortedBodiesTest : testing::Test {
    RandomBoxes random{/*seed*/ 3};
    SweepBodies bodies;
    UnsortedBodies unsorted;
    CellPlan plan;

    UnsortedBodiesTest() {
        std::vector<SweepBox> boxes;
        for (int i = 0; i < 200; ++i) bodies.insert(boxes.emplace_back(random.next()));
        plan = CellPlan(boxes, boxes.size());
        bodies.commit();
    }
    void sort() { unsorted.sort(plan, bodies.all(), serialExecutor()); }
    std::vector<Index> members() const {
        std::vector<Index> members;
        for (Index body = 0; body < bodies.size(); ++body) {
            if (bodies[body].isUnsorted()) members.push_back(body);
        }
        return members;
    }
};

TEST_F(UnsortedBodiesTest, KeepTheirPositionsWhicheverAreDropped) {
    for (const Index body : {5u, 9u, 2u, 7u}) unsorted.add(body, bodies.all());
    for (const Index body : {9u, 7u}) unsorted.drop(body, bodies.all());
    unsorted.add(1, bodies.all());
    EXPECT_EQ(unsorted.size(), 3u);
    EXPECT_EQ(members(), (std::vector<Index>{1, 2, 5}));
    std::set<Index> places;
    for (const Index body : members()) places.insert(bodies[body].unsortedPlace);
    EXPECT_EQ(places, (std::set<Index>{0, 1, 2}));
}

TEST_F(UnsortedBodiesTest, LieInCellsOfThePlanOnceTheyAreMany) {
    for (Index body = 0; body < 40; ++body) unsorted.add(body, bodies.all());
    sort();
    EXPECT_TRUE(areSettled(unsorted.cells(), bodies.all(), members()));
    const auto windowsOf = [&](Index body) {
        std::vector<Window> windows;
        unsorted.cells().appendWindows(bodies[body].now, body, windows);
        Index entries = 0;
        for (const Window& window : windows) entries += window.last - window.first;
        return entries;
    };
    EXPECT_EQ(windowsOf(3), unsorted.cells().size());  // few: one cell
    for (Index body = 40; body < 200; ++body) unsorted.add(body, bodies.all());
    sort();
    EXPECT_TRUE(areSettled(unsorted.cells(), bodies.all(), members()));
    EXPECT_LT(windowsOf(3), unsorted.cells().size() / 2);
}

TEST_F(UnsortedBodiesTest, ThatHaveMovedAreListedUntilTheStepIsOver) {
    for (Index body = 0; body < 60; ++body) unsorted.add(body, bodies.all());
    std::set<Index> truth;
    for (Index body = 0; body < 200; body += 7) {
        bodies.update(body, random.moved(bodies[body].now, body % 2 == 0 ? 0.05f : 5));
        if (body < 60) truth.insert(body);
    }
    sort();
    std::set<Index> moved;
    for (const Index entry : unsorted.moved()) {
        const Tag tag = unsorted.cells().entries().tag(entry);
        moved.insert(tag.body());
        if (tag.covers() == Covers::both) {
            EXPECT_TRUE(contains(unsorted.cells().entries().box(entry), bodies[tag.body()].last));
        }
    }
    EXPECT_EQ(moved, truth);
    EXPECT_GT(unsorted.moved().size(), truth.size());  // some have gone so far that they have two entries
    bodies.commit();
    unsorted.settle(bodies.all());
    EXPECT_TRUE(areSettled(unsorted.cells(), bodies.all(), members()));
}

TEST_F(UnsortedBodiesTest, CountHowManyWereSortedUntilAllAre) {
    for (Index body = 0; body < 30; ++body) unsorted.add(body, bodies.all());
    for (int step = 0; step < 3; ++step) {
        sort();
        unsorted.settle(bodies.all());
    }
    EXPECT_EQ(unsorted.sortedCount(), 90u);
    unsorted.clear(bodies.all(), serialExecutor());
    EXPECT_EQ(unsorted.sortedCount(), 0u);
    EXPECT_EQ(unsorted.size(), 0u);
    EXPECT_TRUE(members().empty());
    EXPECT_TRUE(unsorted.cells().isEmpty());
}

}  // namespace
}  // namespace ricochet::sweep
