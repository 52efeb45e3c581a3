#include "tests/support/build_kind.h"
#include "tests/support/only_target.h"
#include "tests/sweep_and_prune/box_world.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using test::BoxWorld;
using test::Mode;

/// A world whose queries are compared with brute force.
struct QueriedWorld {
    QueriedWorld(const SweepSettings& settings, const BoxWorld::Shape& worldShape, int bodies)
        : world(settings, worldShape, /*seed*/ 21), shape(worldShape) {
        for (int i = 0; i < bodies; ++i) world.insert();
    }

    std::set<Index> hitBy(const SweepRay& ray) const {
        std::set<Index> bodies;
        world.sweep->rayCast(ray, [&](Index body) { EXPECT_TRUE(bodies.insert(body).second); });
        return bodies;
    }
    std::set<Index> overlapping(const SweepBox& box) const {
        std::set<Index> bodies;
        world.sweep->overlap(box, [&](Index body) { EXPECT_TRUE(bodies.insert(body).second); });
        return bodies;
    }
    Vec3 randomPoint() {
        Vec3 point;
        for (int axis = 0; axis < 3; ++axis) point[axis] = world.uniform(-3, shape.size[axis] + 3);
        return point;
    }
    /// Some along an axis, some nearly so, some from within.
    SweepRay randomRay() {
        SweepRay ray{randomPoint(), randomPoint() - randomPoint()};
        for (int axis = 0; axis < 3; ++axis) {
            if (world.uniform(0, 1) < 0.25f) ray.direction[axis] = 0;
            if (world.uniform(0, 1) < 0.1f) ray.direction[axis] *= 1e-25;
        }
        ray.length = world.uniform(0.1f, 2);
        if (world.uniform(0, 1) < 0.1f) {
            ray.boxMin = -Vec3::Constant(1e6);
            ray.boxMax = Vec3::Constant(world.uniform(-1e6f, 1));
        } else if (world.uniform(0, 1) < 0.5f) {
            ray.boxMin = -Vec3::Constant(world.uniform(0, 1));
            ray.boxMax = Vec3::Constant(world.uniform(0, 2));
        }
        return ray;
    }
    void expectExactAnswers() {
        std::size_t hits = 0;
        for (int i = 0; i < 100; ++i) {
            const SweepRay ray = randomRay();
            const std::set<Index> truth = world.oracle.hitBy(ray);
            ASSERT_EQ(hitBy(ray), truth);
            hits += truth.size();
            const SweepBox box = world.randomBox();
            ASSERT_EQ(overlapping(box), world.oracle.overlapping(box));
        }
        EXPECT_GT(hits, 200u);
    }

    BoxWorld world;
    BoxWorld::Shape shape;
};

class Queries : public testing::TestWithParam<Mode> {
protected:
    QueriedWorld queried{
        GetParam().settings, {.size = {30, 20, 25}, .moving = 0.1f, .hasOddities = true}, 500};
    BoxWorld& world = queried.world;
};

INSTANTIATE_TEST_SUITE_P(Sweep, Queries, testing::ValuesIn(test::modes()),
                         [](const auto& test) { return test.param.name; });

TEST_P(Queries, AgreeWithBruteForceWhileBodiesAreAddedMovedAndRemoved) {
    queried.expectExactAnswers();  // before the first step
    const int steps = test::kIsSlowBuild ? 4 : 30;
    for (int step = 0; step < steps; ++step) {
        world.step();
        queried.expectExactAnswers();
        world.moveSome();
        world.remove(world.randomBody());
        world.teleport(world.randomBody());
        world.insert();
        queried.expectExactAnswers();  // of boxes that no step has seen
    }
}

TEST_P(Queries, AgreeWithBruteForceWhileAllFly) {
    const int steps = test::kIsSlowBuild ? 8 : 30;
    for (int step = 0; step < steps; ++step) {
        world.flyOn();
        if (step % 2 == 1) queried.expectExactAnswers();
        world.remove(world.randomBody());
        world.insert();
        world.step();
        queried.expectExactAnswers();
    }
}

TEST_P(Queries, AgreeWithBruteForceOnEveryInstructionSet) {
    int targets = 0;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        const test::OnlyTarget only(target);
        ++targets;
        for (int step = 0; step < 6; ++step) {
            step < 3 ? world.flyOn() : world.moveSome();
            world.step();
            ASSERT_EQ(world.reportedPairs(), world.oracle.pairs());
            queried.expectExactAnswers();
        }
    }
    EXPECT_GE(targets, HWY_ARCH_X86 ? 2 : 1);
}

TEST(QueriesOfMany, AgreeWithBruteForce) {
    for (const SweepMode mode : {SweepMode::automatic, SweepMode::fromScratch}) {
        QueriedWorld queried({mode, makeSerialExecutor()},
                             {.size = {200, 40, 25}, .moving = 0.1f, .hasOddities = true},
                             test::kIsSlowBuild ? 3000 : 20000);
        for (int step = 0; step < 3; ++step) {
            queried.world.step();
            queried.expectExactAnswers();
            queried.world.moveSome();
        }
        queried.expectExactAnswers();
    }
}

TEST_P(Queries, CanBeNested) {
    world.step();
    const SweepBox all = {{-100, -100, -100}, {100, 100, 100}};
    const std::set<Index> truth = world.oracle.overlapping(all);
    std::set<Index> outer;
    world.sweep->overlap(all, [&](Index body) {
        outer.insert(body);
        if (outer.size() % 50 == 1) {
            EXPECT_EQ(queried.overlapping(all), truth);
        }
    });
    EXPECT_EQ(outer, truth);
}

TEST_P(Queries, AlongAnAxisOnAFaceHits) {
    const auto sweep = makeSweepAndPrune(GetParam().settings);
    sweep->insert({{0, 0, 0}, {1, 1, 1}});
    sweep->step();
    const auto hitsOf = [&](const SweepRay& ray) {
        int hits = 0;
        sweep->rayCast(ray, [&](Index) { ++hits; });
        return hits;
    };
    EXPECT_EQ(hitsOf({{-1, 1, 1}, {1, 0, 0}, 5}), 1);
    EXPECT_EQ(hitsOf({{-1, 1, 1}, {1, 0, 0}, 1}), 1);
    EXPECT_EQ(hitsOf({{-1, 1, 1}, {1, 0, 0}, 0.999}), 0);
    EXPECT_EQ(hitsOf({{-1, 1, 1.0000001}, {1, 0, 0}, 5}), 0);
    EXPECT_EQ(hitsOf({{-1, 1, 3}, {1, 0, 0}, 5, {0, 0, -2}, {0, 0, 0}}), 1);
}

}  // namespace
}  // namespace ricochet
