#include "algorithms/sweep_and_prune/main_cells.h"

#include "algorithms/sweep_and_prune/fattened_box.h"
#include "tests/sweep_and_prune/sweep_fixtures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ricochet::sweep {
namespace {

struct MainCellsTest : testing::Test {
    RandomBoxes random{/*seed*/ 8};
    SweepBodies bodies;
    UnsortedBodies unsorted;
    MainCells main;

    void fill(int count) {
        for (int i = 0; i < count; ++i) bodies.insert(random.next());
    }
    void sort(Room room) {
        main.sort(bodies, room, serialExecutor());
        bodies.commit();
        main.cells().settleSplitBodies(bodies.all());
        main.settle(bodies);
    }
    /// A step in which the cells are reused: what must hold before and after it is committed.
    void reuse() {
        main.placeMoved(bodies, unsorted);
        std::set<Index> listed;
        for (const Index entry : main.moved()) {
            const Tag tag = main.cells().entries().tag(entry);
            listed.insert(tag.body());
            const Body& body = bodies[tag.body()];
            EXPECT_EQ(entry, tag.covers() == Covers::last ? body.lastEntry : body.entry);
            const SweepBox& box = main.cells().entries().box(entry);
            const bool isOfLast = tag.covers() != Covers::now && !isEmpty(body.last);
            EXPECT_TRUE(tag.covers() == Covers::last || contains(box, body.now));
            EXPECT_TRUE(!isOfLast || contains(box, body.last));
        }
        std::set<Index> truth;
        for (const Index body : bodies.moved()) {
            if (bodies[body].entry != kNone || bodies[body].lastEntry != kNone) truth.insert(body);
        }
        EXPECT_EQ(listed, truth);
        bodies.commit();
        main.settleMoved(bodies);
        EXPECT_TRUE(areSettled(main.cells(), bodies.all(), members()));
    }
    std::vector<Index> members() const {
        std::vector<Index> members;
        for (Index body = 0; body < bodies.size(); ++body) {
            if (bodies[body].isAlive && !bodies[body].isUnsorted()) members.push_back(body);
        }
        return members;
    }
};

TEST_F(MainCellsTest, ContainAllLiveBodiesOnceSorted) {
    fill(300);
    bodies.remove(17);
    sort(Room::none);
    EXPECT_TRUE(areSettled(main.cells(), bodies.all(), members()));
    EXPECT_EQ(main.cells().size(), 299u);
    sort(Room::some);
    EXPECT_TRUE(areSettled(main.cells(), bodies.all(), members()));
    EXPECT_GT(main.cells().size(), 299u);
}

TEST_F(MainCellsTest, OverwriteABodyThatStaysInItsCell) {
    fill(300);
    sort(Room::none);
    const Index entry = bodies[20].entry;
    SweepBox box = bodies[20].now;
    box.max[1] += 0.01f;
    bodies.update(20, box);
    reuse();
    EXPECT_EQ(bodies[20].entry, entry);
    EXPECT_EQ(main.insertions(), 0u);
    EXPECT_EQ(unsorted.size(), 0u);
}

TEST_F(MainCellsTest, FindRoomForBodiesThatMoveAreAddedAndRemoved) {
    fill(1500);
    sort(Room::some);
    for (int step = 0; step < 20; ++step) {
        for (Index body = static_cast<Index>(step); body < bodies.size(); body += 40) {
            bodies.update(body, body % 3 == 0 ? random.next() : random.moved(bodies[body].now, 0.1f));
        }
        bodies.insert(random.next());
        reuse();
    }
    EXPECT_EQ(unsorted.size(), 0u);
    EXPECT_GT(main.insertions(), 200u);
    sort(Room::some);
    EXPECT_EQ(main.insertions(), 0u);
}

TEST_F(MainCellsTest, WithoutRoomLeaveANewBodyUnsorted) {
    fill(300);
    sort(Room::none);
    const Index fresh = bodies.insert(random.next());
    reuse();
    EXPECT_TRUE(bodies[fresh].isUnsorted());
    EXPECT_EQ(unsorted.size(), 1u);
}

TEST_F(MainCellsTest, ListManyThatHaveMovedInTheOrderOfTheirEntries) {
    fill(6000);
    sort(Room::none);
    for (Index body = 6000; body-- > 3000;) bodies.update(body, random.moved(bodies[body].now, 0.01f));
    main.placeMoved(bodies, unsorted);
    EXPECT_GE(main.moved().size() + unsorted.size(), 3000u);
    EXPECT_TRUE(std::ranges::is_sorted(main.moved()));
    EXPECT_EQ(std::ranges::adjacent_find(main.moved()), main.moved().end());
}

TEST_F(MainCellsTest, SortFattenedBoxesOfBodiesWhoseMotionIsKnown) {
    fill(200);
    sort(Room::none);
    for (Index body = 0; body < 200; ++body) bodies.update(body, random.moved(bodies[body].now, 0.02f));
    bodies.insert(random.next());
    EXPECT_EQ(main.chooseFattened(bodies), 200u);  // the new one's is not
    main.sortFattened(bodies, serialExecutor());
    EXPECT_EQ(main.cells().size(), 200u);
    EXPECT_EQ(bodies[200].entry, kNone);
    for (Index body = 0; body < 200; ++body) {
        EXPECT_TRUE(areSame(main.cells().entries().box(bodies[body].entry), fattenedBox(bodies[body])));
    }
}

TEST_F(MainCellsTest, MakeANewPlanForManyMoreBodiesOrAnOutdatedPlan) {
    fill(100);
    sort(Room::none);
    const Index cells = main.plan().cellCount;
    fill(80);
    sort(Room::none);
    EXPECT_EQ(main.plan().cellCount, cells);
    main.outdatePlan();
    sort(Room::none);
    const Index outdated = main.plan().cellCount;
    EXPECT_GT(outdated, cells);
    fill(1000);
    sort(Room::none);
    EXPECT_GT(main.plan().cellCount, 2 * outdated);
}

}  // namespace
}  // namespace ricochet::sweep
