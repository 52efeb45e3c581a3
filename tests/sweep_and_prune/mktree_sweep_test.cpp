// Static bodies in an MKtree and moving ones in a sweep and prune, against brute force.

#include "plugin/broad_phase/mktree_sweep.h"

#include "tests/support/build_kind.h"
#include "tests/sweep_and_prune/box_world.h"

#include <algorithm>

namespace ricochet {
namespace {

using mktree::BoxTree;
using mktree::BoxTreeSettings;
using mktree::SplitRule;
using test::BoxWorld;

struct MkTreeCase {
    std::string name;
    BoxWorld::Shape shape;
    SweepMode mode = SweepMode::automatic;
    BoxTreeSettings tree = {};
};

std::vector<MkTreeCase> mktreeCases() {
    return {{"Half", {.standing = 0.5f}},
            {"Few", {.size = {12, 14, 12}, .moving = 0.2f, .standing = 0.1f}},
            {"Most", {.size = {12, 12, 14}, .moving = 0.1f, .standing = 0.9f}},
            {"All", {.moving = 0.02f, .standing = 1}},
            {"OddBoxes", {.size = {20, 20, 20}, .moving = 0.2f, .standing = 0.7f, .hasOddities = true}},
            {"OnePlace", {.size = {0, 0, 0}, .speed = 0.4f, .moving = 0.3f, .standing = 0.5f}},
            {"Lists", {.standing = 0.6f}, SweepMode::incremental},
            {"PaperRule", {.standing = 0.8f}, SweepMode::automatic, {.rule = SplitRule::leastOverlap}},
            {"LeavesOfOne", {.standing = 0.8f}, SweepMode::fromScratch, {.leafBoxes = 1}}};
}

class MkTreeChurn : public testing::TestWithParam<MkTreeCase> {
protected:
    BoxWorld world{std::make_unique<MkTreeSweep>(SweepSettings{GetParam().mode}, GetParam().tree),
                   GetParam().shape, /*seed*/ 23};
};

INSTANTIATE_TEST_SUITE_P(Sweep, MkTreeChurn, testing::ValuesIn(mktreeCases()),
                         [](const auto& test) { return test.param.name; });

TEST_P(MkTreeChurn, PairsAgreeWithBruteForceAfterEveryStep) {
    const bool isCrowded = GetParam().shape.size[0] == 0;
    for (int i = 0; i < (isCrowded ? 40 : 300); ++i) world.insert();
    const int steps = test::kIsSlowBuild ? 40 : 200;
    for (int step = 0; step < steps; ++step) {
        world.moveSome();
        for (int i = 0; i < 2 + 20 * (step % 50 == 0); ++i) {
            world.teleport(world.randomBody());
            world.remove(world.randomBody());
            world.insert();
            world.forgetPairs(world.randomBody());
        }
        if (step % 3 == 0) continue;  // some changes are undone, or overtaken, before a step
        world.step();
        const BodyPairs truth = world.oracle.pairs();
        ASSERT_EQ(world.reportedPairs(), truth) << "step " << step;
        ASSERT_EQ(world.sweep->pairs(), truth) << "step " << step;
    }
    EXPECT_GT(world.added, 20u);
    EXPECT_GT(world.removed, 20u);
}

TEST_P(MkTreeChurn, QueriesAgreeWithBruteForce) {
    for (int i = 0; i < 300; ++i) world.insert();
    std::size_t found = 0, asked = 0;
    for (int step = 0; step < 20; ++step) {
        if (step % 2 == 0) world.step();
        for (int i = 0; i < 5; ++i) {
            world.teleport(world.randomBody());
            world.remove(world.randomBody());
            world.insert();
        }
        for (int i = 0; i < 10; ++i) {
            const SweepBox query = world.randomBox();
            SweepRay ray{Vec3(world.uniform(-5, 20), world.uniform(-5, 20), world.uniform(-5, 20)),
                         Vec3(world.uniform(-9, 9), world.uniform(-9, 9), world.uniform(-9, 9))};
            ray.boxMax = Vec3::Constant(world.uniform(0, 1));
            std::set<Index> boxes, hits;
            world.sweep->overlap(query, [&](Index body) { EXPECT_TRUE(boxes.insert(body).second); });
            world.sweep->rayCast(ray, [&](Index body) { EXPECT_TRUE(hits.insert(body).second); });
            for (const auto& [body, box] : world.oracle.boxes()) {
                const SweepBox clean = sweep::cleaned(box);
                ASSERT_EQ(boxes.count(body) > 0, sweep::overlaps(sweep::cleaned(query), clean));
                ASSERT_EQ(hits.count(body) > 0, sweep::hits(ray, sweep::reciprocal(ray.direction), clean));
            }
            found += boxes.size() + hits.size();
            ++asked;
        }
    }
    EXPECT_GT(found, asked / 2);
}

/// As Bullet does it: boxes grow once, then stand still; platforms move in each step.
TEST(MkTreeSweep, StaticBodiesThatMoveBecomeMovingOnes) {
    MkTreeSweep sweep({}, {});
    std::vector<Index> tiles;
    for (int i = 0; i < 100; ++i) {
        const float x = static_cast<float>(i);
        tiles.push_back(sweep.insertStatic({{x, 0, 0}, {x + 0.9f, 1, 1}}));
    }
    const Index body = sweep.insert({{-5, 0, 0}, {-4, 1, 1}});
    EXPECT_TRUE(sweep.step().added.empty());
    const SweepBox over{{49.95f, 0.5f, 0}, {50.05f, 2, 1}};
    sweep.update(body, over);
    EXPECT_EQ(sweep.step().added, (BodyPairs{{tiles[50], body}}));
    for (int step = 0; step < 10; ++step) {
        const float y = 0.04f * static_cast<float>(step % 2);
        sweep.update(tiles[50], {{50, y, 0}, {50.9f, 1 + y, 1}});
        const PairChanges& changes = sweep.step();
        EXPECT_TRUE(changes.added.empty() && changes.removed.empty()) << step;
    }
    EXPECT_EQ(sweep.pairs(), (BodyPairs{{tiles[50], body}}));
    sweep.update(tiles[50], {{50, 7, 0}, {50.9f, 8, 1}});
    EXPECT_EQ(sweep.step().removed, (BodyPairs{{tiles[50], body}}));
    BodyPairs lost;
    sweep.update(tiles[50], {{50, 0, 0}, {50.9f, 1, 1}});
    sweep.step();
    sweep.remove(tiles[50], &lost);
    EXPECT_EQ(lost, (BodyPairs{{tiles[50], body}}));
}

TEST(MkTreeSweep, BoxesWithoutBoundsMeetAllAndThoseThatAreNoNumbersNothing) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const SweepBox everywhere{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
    const SweepBox nowhere{{0, 0, std::numeric_limits<float>::quiet_NaN()}, {1, 1, 1}};
    for (const bool isWideStatic : {false, true}) {
        MkTreeSweep sweep({}, {});
        const Index wide = isWideStatic ? sweep.insertStatic(everywhere) : sweep.insert(everywhere);
        const Index tile = sweep.insertStatic({{0, 0, 0}, {1, 1, 1}});
        sweep.insertStatic(nowhere);
        sweep.insert(nowhere);
        EXPECT_EQ(sweep.step().added, (BodyPairs{{wide, tile}}));
        int found = 0;
        sweep.overlap(nowhere, [&](Index) { ++found; });
        EXPECT_EQ(found, 0);
        sweep.overlap(everywhere, [&](Index) { ++found; });
        EXPECT_EQ(found, 2);
    }
}

TEST(BoxTree, AQueryVisitsFewOfManyBoxes) {
    std::vector<FloatBox> boxes;
    for (int i = 0; i < 4096; ++i) {
        const float x = static_cast<float>(i % 64), z = static_cast<float>(i / 64);
        boxes.push_back({{x, 0, z}, {x + 0.9f, 1, z + 0.9f}});
    }
    for (const SplitRule rule : {SplitRule::surfaceArea, SplitRule::leastOverlap}) {
        const BoxTree tree(boxes, {.rule = rule});
        int entered = 0, visited = 0;
        bool isFound = false;
        const SweepBox query{{20, 0, 30}, {20.5f, 1, 30.5f}};
        tree.forEachBelow(
            [&](const FloatBox& box) {
                ++entered;
                return sweep::overlaps(query, {box.min, box.max});
            },
            [&](Index i) {
                ++visited;
                isFound |= i == 30 * 64 + 20;
            });
        EXPECT_TRUE(isFound);
        EXPECT_LE(visited, 16);
        EXPECT_LE(entered, 60);
    }
    EXPECT_EQ(BoxTree().size(), 0u);
}

}  // namespace
}  // namespace ricochet
