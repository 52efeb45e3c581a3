#include "algorithms/sweep_and_prune/verlet_list.h"

#include "algorithms/sweep_and_prune/main_cells.h"
#include "tests/sweep_and_prune/sweep_fixtures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ricochet::sweep {
namespace {

/// Bodies that fly at speeds of their own, whose fattened boxes lie in cells.
struct VerletListTest : testing::Test {
    RandomBoxes random{/*seed*/ 4, /*size*/ 6};
    std::shared_ptr<const Executor> executor = makeThreadExecutor(2);
    SweepBodies bodies;
    MainCells main;
    VerletList near;
    std::vector<OverlapFinder> finders = std::vector<OverlapFinder>(4);
    std::vector<SweepBox> fattened;
    std::vector<std::array<float, 3>> velocities;  ///< metres per step

    VerletListTest() {
        for (int i = 0; i < 300; ++i) {
            bodies.insert(random.next());
            velocities.push_back({random.uniform(-0.02f, 0.02f), random.uniform(-0.02f, 0.02f), 0});
        }
        main.sort(bodies, Room::none, *executor);
        bodies.commit();
        fly();
    }
    void fly() {
        for (Index body = 0; body < bodies.size(); ++body) {
            SweepBox box = bodies[body].now;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                box.min[axis] += velocities[body][axis];
                box.max[axis] += velocities[body][axis];
            }
            bodies.update(body, box);
        }
    }
    void list() {
        main.chooseFattened(bodies);
        main.sortFattened(bodies, *executor);
        for (const Body& body : bodies.all()) fattened.push_back(main.cells().entries().box(body.entry));
        near.list(main.cells(), finders, *executor);
        main.cells().keepFattenedBoxes();
    }
    std::size_t findEscaped() { return near.findEscaped(main.cells(), bodies.all(), *executor); }
    std::multiset<BodyPair> listed() const {
        std::multiset<BodyPair> pairs;
        for (Index part = 0; part < finders.size(); ++part) {
            for (const auto& [a, b] : near.part(part)) pairs.insert({std::min(a, b), std::max(a, b)});
        }
        return pairs;
    }
};

TEST_F(VerletListTest, ContainsEachPairOfOverlappingFattenedBoxesOnce) {
    list();
    std::multiset<BodyPair> truth;
    for (Index b = 0; b < bodies.size(); ++b) {
        for (Index a = 0; a < b; ++a) {
            if (overlaps(fattened[a], fattened[b])) truth.insert({a, b});
        }
    }
    EXPECT_GT(truth.size(), 300u);
    EXPECT_EQ(listed(), truth);
    EXPECT_TRUE(near.areListed());
}

TEST_F(VerletListTest, FindsAndRemovesBodiesThatLeftTheirFattenedBoxes) {
    list();
    EXPECT_EQ(findEscaped(), 0u);
    bodies.commit();
    fly();
    const std::set<Index> gone = {3, 70, 299};
    for (const Index body : gone) bodies.update(body, random.moved(bodies[body].now, 5));
    EXPECT_EQ(findEscaped(), 3u);
    near.eraseEscaped(main.cells(), bodies.all());
    for (Index body = 0; body < bodies.size(); ++body) {
        EXPECT_EQ(bodies[body].entry == kNone, gone.contains(body)) << body;
    }
    EXPECT_EQ(findEscaped(), 0u);
    const Entries& entries = main.cells().entries();
    EXPECT_TRUE(
        areSame(entries.box(bodies[5].entry), merged(bodies[5].last, bodies[5].now)));  // of one that stayed
}

TEST_F(VerletListTest, IsValidForTheStepsForWhichBoxesAreFattened) {
    list();
    for (int step = 0; step < 8; ++step) {
        EXPECT_EQ(findEscaped(), 0u) << step;
        bodies.commit();
        fly();
    }
    for (int step = 0; step < 20; ++step) fly();
    EXPECT_GT(findEscaped(), 100u);
}

TEST_F(VerletListTest, IsRebuiltImmediatelyIfTheLastOneLasted) {
    EXPECT_TRUE(near.isDueForListing());
    list();
    for (int step = 0; step < 2; ++step) near.grow();
    near.giveUp();
    EXPECT_FALSE(near.areListed());
    EXPECT_TRUE(near.isDueForListing());
}

TEST_F(VerletListTest, IsPausedForTwiceAsLongEachTimeItDoesNotLast) {
    const auto stepsUntilListed = [&] {
        near.giveUp();
        int steps = 1;
        while (!near.isDueForListing()) ++steps;
        near.list(main.cells(), finders, *executor);
        return steps;
    };
    list();
    for (const int steps : {2, 4, 8, 16, 32, 64, 64}) EXPECT_EQ(stepsUntilListed(), steps);
}

TEST_F(VerletListTest, IsForgottenWithItsMemory) {
    list();
    EXPECT_GT(near.bytes(), 0u);
    near.forget();
    EXPECT_FALSE(near.areListed());
    EXPECT_EQ(near.bytes(), 0u);
}

}  // namespace
}  // namespace ricochet::sweep
