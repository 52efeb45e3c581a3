#include "tests/support/build_kind.h"
#include "tests/sweep_and_prune/box_world.h"

#include <gtest/gtest.h>

#include <string>

namespace ricochet {
namespace {

using test::BoxWorld;
using test::Mode;
using test::modes;

struct Case {
    std::string name;
    BoxWorld::Shape shape;
    int bodies = 150;
};

std::vector<Case> cases() {
    return {{"Cube", {}},
            {"Slab", {.size = {40, 1, 40}}},
            {"Column", {.size = {2, 400, 2}}},
            {"Fast", {.speed = 2}},
            {"OnePlace", {.size = {0, 0, 0}, .speed = 0.4f, .moving = 0.3f}, 40},
            {"NineTenthsAsleep", {.moving = 0.1f}},
            {"OddBoxes", {.size = {30, 30, 30}, .moving = 0.2f, .hasOddities = true}},
            {"OddBoxesAllMoving", {.size = {30, 30, 30}, .hasOddities = true}}};
}

class Churn : public testing::TestWithParam<std::tuple<Mode, Case>> {};

TEST_P(Churn, PairsAgreeWithBruteForceAfterEveryStep) {
    const auto& [mode, scene] = GetParam();
    BoxWorld world(mode.settings, scene.shape, /*seed*/ 11);
    for (int i = 0; i < scene.bodies; ++i) world.insert();
    const int steps = test::kIsSlowBuild ? 40 : 150;
    for (int step = 0; step < steps; ++step) {
        world.moveSome();
        for (int i = 0; i < 3; ++i) {
            world.teleport(world.randomBody());
            world.remove(world.randomBody());
            world.insert();
        }
        world.step();
        const BodyPairs truth = world.oracle.pairs();
        ASSERT_EQ(world.reportedPairs(), truth) << "step " << step;
        ASSERT_EQ(world.sweep->pairs(), truth) << "step " << step;
    }
    EXPECT_GT(world.added, 20u);
    EXPECT_GT(world.removed, 20u);
}

INSTANTIATE_TEST_SUITE_P(Sweep, Churn,
                         testing::Combine(testing::ValuesIn(modes()), testing::ValuesIn(cases())),
                         [](const auto& test) {
                             return std::get<0>(test.param).name + std::get<1>(test.param).name;
                         });

class EachMode : public testing::TestWithParam<Mode> {};

INSTANTIATE_TEST_SUITE_P(Sweep, EachMode, testing::ValuesIn(modes()),
                         [](const auto& test) { return test.param.name; });

TEST_P(EachMode, AgreesWithBruteForceForThousandsOfBodiesThatStopAndGo) {
    // Enough bodies for many cells, some of them very large; which ones move changes, so that bodies leave
    // cells that stay and all are sorted again now and then.
    BoxWorld::Shape shape;
    shape.size = {30, 20, 25};
    shape.hasOddities = true;
    shape.speed = 0.3f;
    BoxWorld world(GetParam().settings, shape, /*seed*/ 5);
    const int bodies = test::kIsSlowBuild ? 300 : 1500;
    for (int i = 0; i < bodies; ++i) world.insert();
    for (int step = 0; step < 12; ++step) {
        const int teleports = step % 4 == 0 ? bodies : bodies / 20;
        for (int i = 0; i < teleports; ++i) world.teleport(world.randomBody());
        world.step();
        ASSERT_EQ(world.reportedPairs(), world.oracle.pairs()) << "step " << step;
    }
}

TEST_P(EachMode, AgreesWithBruteForceIfFewOfManyBodiesAreAddedRemovedAndCrowded) {
    // Few enough for the cells to be reused: a body that is new or leaves a cell goes where there is room,
    // until one place has none.
    BoxWorld::Shape shape;
    shape.size = {25, 15, 20};
    shape.speed = 0.2f;
    shape.moving = 0.05f;
    BoxWorld world(GetParam().settings, shape, /*seed*/ 9);
    const int bodies = test::kIsSlowBuild ? 300 : 700;
    for (int i = 0; i < bodies; ++i) world.insert();
    for (int step = 0; step < 40; ++step) {
        world.moveSome();
        for (int i = 0; i < bodies / 50; ++i) {
            world.remove(world.randomBody());
            world.insert();
            world.teleport(world.randomBody());
            if (step < 20) continue;
            const float x = world.uniform(4, 4.5f), end = x + world.uniform(0.3f, 3);
            world.set(world.randomBody(), {{x, x, x}, {end, end, end}});
        }
        world.step();
        ASSERT_EQ(world.reportedPairs(), world.oracle.pairs()) << "step " << step;
        ASSERT_EQ(world.sweep->pairs(), world.oracle.pairs()) << "step " << step;
    }
}

TEST_P(EachMode, AgreesWithBruteForceIfBodiesFlyWhileOthersAreAddedRemovedStoppedAndTeleported) {
    // Bodies move straight for some steps, so the pairs that may meet are known for some steps.
    for (const bool hasOddities : {false, true}) {
        BoxWorld::Shape shape;
        shape.speed = 0.08f;
        shape.hasOddities = hasOddities;
        BoxWorld world(GetParam().settings, shape, /*seed*/ 17);
        for (int i = 0; i < 400; ++i) world.insert();
        const int steps = test::kIsSlowBuild ? 40 : 150;
        for (int step = 0; step < steps; ++step) {
            if (step % 40 < 36) world.flyOn();
            for (int i = 0; i < step % 4; ++i) {
                world.remove(world.randomBody());
                world.insert();
                world.teleport(world.randomBody());
                world.forgetPairs(world.randomBody());
            }
            world.step();
            const BodyPairs truth = world.oracle.pairs();
            ASSERT_EQ(world.reportedPairs(), truth) << "step " << step;
            ASSERT_EQ(world.sweep->pairs(), truth) << "step " << step;
        }
        EXPECT_GT(world.added, 500u);
    }
}

/// Bullet's boxes of shapes with a negative margin. Such a body at rest had two entries in cells of fattened
/// boxes, of which one was taken out twice.
TEST_P(EachMode, InvertedBoxesMayStandAmongThoseThatFly) {
    BoxWorld world(GetParam().settings, {}, /*seed*/ 5);
    for (int i = 0; i < 40; ++i) world.insert();
    const Index inverted = world.randomBody();
    for (int step = 0; step < 200; ++step) {
        for (const auto& [body, box] : std::map<Index, SweepBox>(world.oracle.boxes())) {
            SweepBox moved = box;
            moved.min[0] += 0.02f, moved.max[0] += 0.02f;
            if (body != inverted) world.set(body, moved);
        }
        if (world.uniform(0, 1) < 0.1f) {
            const float x = world.uniform(0, 11);
            world.set(inverted, {{x + 0.2f, 5.2f, 5.2f}, {x, 5, 5}});
        }
        world.step();
        ASSERT_EQ(world.reportedPairs(), world.oracle.pairs()) << "step " << step;
        ASSERT_EQ(world.sweep->pairs(), world.oracle.pairs()) << "step " << step;
    }
}

TEST_P(EachMode, ForgottenPairsAreReportedAgain) {
    BoxWorld world(GetParam().settings, {.size = {4, 4, 4}}, /*seed*/ 2);
    for (int i = 0; i < 30; ++i) world.insert();
    world.step();
    const BodyPairs all = world.reportedPairs();
    world.forgetPairs(all.front().a);
    ASSERT_LT(world.reported.size(), all.size());
    world.step();
    EXPECT_EQ(world.reportedPairs(), all);
}

TEST_P(EachMode, TouchingBoxesOverlap) {
    const auto sweep = makeSweepAndPrune(GetParam().settings);
    sweep->insert({{0, 0, 0}, {1, 1, 1}});
    const Index b = sweep->insert({{1, 1, 1}, {2, 2, 2}});
    EXPECT_EQ(sweep->step().added, (BodyPairs{{0, 1}}));
    sweep->update(b, {{std::nextafter(1.f, 2.f), 1, 1}, {2, 2, 2}});
    EXPECT_EQ(sweep->step().removed, (BodyPairs{{0, 1}}));
    sweep->update(b, {{1, 1, 1}, {2, 2, 2}});
    EXPECT_EQ(sweep->step().added, (BodyPairs{{0, 1}}));
}

TEST_P(EachMode, RemovedBodiesTakeTheirPairsWithThem) {
    const auto sweep = makeSweepAndPrune(GetParam().settings);
    for (int i = 0; i < 3; ++i) sweep->insert({{0, 0, 0}, {1, 1, 1}});
    sweep->step();
    BodyPairs lost;
    sweep->remove(1, &lost);
    std::sort(lost.begin(), lost.end());
    EXPECT_EQ(lost, (BodyPairs{{0, 1}, {1, 2}}));
    EXPECT_TRUE(sweep->step().removed.empty());
    EXPECT_EQ(sweep->insert({{0, 0, 0}, {1, 1, 1}}), 1u);  // the number is used again
    EXPECT_EQ(sweep->step().added, (BodyPairs{{0, 1}, {1, 2}}));
}

TEST(SweepAndPrune, AnswersDoNotDependOnTheNumberOfThreads) {
    BoxWorld one({SweepMode::automatic, makeSerialExecutor()}, {.size = {40, 40, 40}}, /*seed*/ 3);
    BoxWorld three({SweepMode::automatic, makeThreadExecutor(3)}, {.size = {40, 40, 40}}, /*seed*/ 3);
    for (BoxWorld* world : {&one, &three}) {
        for (int i = 0; i < 6000; ++i) world->insert();
    }
    for (int step = 0; step < 15; ++step) {
        for (BoxWorld* world : {&one, &three}) {
            if (step < 5) world->moveSome();  // all are sorted; later only now and then
            for (int i = 0; i < 100; ++i) world->teleport(world->randomBody());
        }
        const PairChanges changes = one.sweep->step();
        EXPECT_EQ(changes.added, three.sweep->step().added);
        EXPECT_FALSE(changes.added.empty());
    }
    EXPECT_EQ(one.sweep->pairs(), three.sweep->pairs());
}

}  // namespace
}  // namespace ricochet
