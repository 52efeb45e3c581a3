#include "algorithms/sweep_and_prune/sweep_bodies.h"

#include "tests/sweep_and_prune/sweep_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ricochet::sweep {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr SweepBox kHere{{0, 0, 0}, {1, 1, 1}}, kThere{{4, 4, 4}, {5, 5, 5}};

TEST(SweepBodies, AreListedOnceInTheOrderOfTheirMotions) {
    SweepBodies bodies;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(bodies.insert(kHere), static_cast<Index>(i));
    EXPECT_THAT(bodies.moved(), ElementsAre(0, 1, 2));
    bodies.commit();
    EXPECT_THAT(bodies.moved(), IsEmpty());
    bodies.update(2, kThere);
    bodies.update(0, kThere);
    bodies.update(2, kHere);
    EXPECT_THAT(bodies.moved(), ElementsAre(2, 0));
}

TEST(SweepBodies, WithTheSameBoxHaveNotMoved) {
    SweepBodies bodies;
    bodies.insert(kHere);
    bodies.commit();
    bodies.update(0, kHere);
    EXPECT_THAT(bodies.moved(), IsEmpty());
    EXPECT_FALSE(bodies[0].isMoved);
}

TEST(SweepBodies, HaveTheirPresentBoxesAsLastOnesAfterAStep) {
    SweepBodies bodies;
    bodies.insert(kHere);
    EXPECT_TRUE(isEmpty(bodies[0].last));
    bodies.commit();
    bodies.update(0, kThere);
    bodies[0].lastEntry = 7;
    EXPECT_TRUE(areSame(bodies[0].last, kHere) && areSame(bodies[0].now, kThere));
    bodies.commit();
    EXPECT_TRUE(areSame(bodies[0].last, kThere));
    EXPECT_EQ(bodies[0].lastEntry, kNone);
    EXPECT_FALSE(bodies[0].isMoved);
}

TEST(SweepBodies, ThatAreRemovedLeaveTheirNumberToTheNextOne) {
    SweepBodies bodies;
    for (int i = 0; i < 3; ++i) bodies.insert(kHere);
    bodies.commit();
    bodies[1].entry = 5;
    bodies.forgetLast(1);
    bodies.remove(1);
    EXPECT_EQ(bodies.aliveCount(), 2u);
    EXPECT_TRUE(isEmpty(bodies[1].now) && isEmpty(bodies[1].last));
    EXPECT_EQ(bodies[1].entry, kNone);
    EXPECT_EQ(bodies.insert(kThere), 1u);
    EXPECT_EQ(bodies.insert(kThere), 3u);
    EXPECT_EQ(bodies.aliveCount(), 4u);
    EXPECT_THAT(bodies.moved(), ElementsAre(1, 3));
}

TEST(SweepBodies, ThatAreRemovedNoLongerCountAsMoved) {
    SweepBodies bodies;
    for (int i = 0; i < 3; ++i) bodies.insert(kHere);
    bodies.remove(1);
    EXPECT_THAT(bodies.moved(), ElementsAre(0, 1, 2));
    bodies.forgetRemoved();
    EXPECT_THAT(bodies.moved(), ElementsAre(0, 2));
    EXPECT_FALSE(bodies[1].isMoved);
    EXPECT_EQ(bodies.insert(kHere), 1u);
    EXPECT_THAT(bodies.moved(), ElementsAre(0, 2, 1));
}

TEST(SweepBodies, WithoutAPlaceInCellsAreNew) {
    SweepBodies bodies;
    for (int i = 0; i < 3; ++i) bodies.insert(kHere);
    EXPECT_EQ(bodies.newCount(), 3u);
    bodies[0].entry = 5;
    EXPECT_EQ(bodies.newCount(), 2u);
    bodies.commit();
    EXPECT_EQ(bodies.newCount(), 0u);
}

TEST(SweepBodies, WithABoundThatIsNotANumberHaveNoBox) {
    SweepBodies bodies;
    SweepBox odd = kHere;
    odd.max[1] = std::numeric_limits<float>::quiet_NaN();
    bodies.insert(odd);
    EXPECT_TRUE(isEmpty(bodies[0].now));
    bodies.update(0, kHere);
    EXPECT_TRUE(areSame(bodies[0].now, kHere));
}

TEST(SweepBodies, GiveMemoryBackOnceAfterStepsWithoutGrowth) {
    SweepBodies bodies;
    for (int i = 0; i < 3000; ++i) bodies.insert(kHere);
    bodies.commit();
    int times = 0;
    for (int step = 0; step < 50; ++step) times += bodies.hasJustCalmedDown();
    EXPECT_EQ(times, 1);
    const std::size_t before = bodies.bytes();
    bodies.trimLists();
    EXPECT_LT(bodies.bytes(), before - 1000 * sizeof(Index));  // the list of the moved
    while (bodies.insert(kHere) < 9000) continue;
    for (int step = 0; step < 50; ++step) times += bodies.hasJustCalmedDown();
    EXPECT_EQ(times, 2);
}

}  // namespace
}  // namespace ricochet::sweep
