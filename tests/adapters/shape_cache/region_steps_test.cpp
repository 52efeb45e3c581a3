// The regions that pairs find in each step do not depend on the order of the pairs.

#include "adapters/shape_cache/model_cache.h"
#include "tests/adapters/shape_cache/cache_fixtures.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <new>

namespace ricochet {
namespace {

using test::BulletMesh;

constexpr std::size_t kPairs = 3;
constexpr std::uint32_t kSteps = 100;

/// A closed mesh that is read in regions and whose scan takes five steps, at an address that another shape
/// may have had.
struct RegionStepsTest : testing::Test {
    test::ShapePlace place;
    BulletMesh mesh = test::fineBoxMesh(1, 2, 3, 40);
    test::CountingNarrowPhase narrowPhase;
    const ModelRequest request{"none", &narrowPhase};
    const ShapeReporter nobody = [](auto&&...) {};
    ModelCache cache;
    std::array<ModelCache::Cached, kPairs> cached;

    RegionStepsTest() {
        cache.setLimits(0, 0, std::size_t{64} << 20);
        new (&place.bvh) btBvhTriangleMeshShape(&mesh.interface, true);
    }
    ~RegionStepsTest() override { place.bvh.~btBvhTriangleMeshShape(); }

    void letAnotherShapeDieHere() {
        place.bvh.~btBvhTriangleMeshShape();
        new (&place.box) btBoxShape(btVector3(1, 1, 1));
        cache.find(place.box, request, nobody);
        place.box.~btBoxShape();
        new (&place.bvh) btBvhTriangleMeshShape(&mesh.interface, true);
    }
    void begin(std::uint32_t step) { cache.beginStep(place.bvh, request, step); }
    void update(std::size_t pair, std::uint32_t step) {
        const Vec3 centre(-0.9 + 0.9 * static_cast<Real>(pair), 2, 0), half = Vec3::Constant(0.2);
        const Aabb box{centre - half, centre + half};
        cache.update(
            place.bvh, request, nobody, cached[pair], [&](Real) { return box; }, 1.0 / 60, step);
    }
    void updateInTurn(std::uint32_t step) {
        for (std::size_t pair = 0; pair < kPairs; ++pair) {
            begin(step);
            update(pair, step);
        }
    }
    void updateAtOnce(std::uint32_t step) {
        for (std::size_t pair = 0; pair < kPairs; ++pair) begin(step);
        for (std::size_t pair = kPairs; pair-- > 0;) update(pair, step);
    }
    void useOtherShapes(std::size_t count) {
        const std::vector<btBoxShape> others(count, btBoxShape(btVector3(1, 1, 1)));
        for (const btBoxShape& box : others) cache.find(box, request, nobody);
    }
    /// The steps, after the last one, in which the pairs' regions become solid.
    template <class Update>
    std::array<std::uint32_t, kPairs> stepsUntilSolid(Update update, std::uint32_t last = 0) {
        std::array<std::uint32_t, kPairs> steps{};
        for (std::uint32_t step = 1; step <= kSteps; ++step) {
            update(last + step);
            for (std::size_t pair = 0; pair < kPairs; ++pair) {
                if (steps[pair] == 0 && cached[pair].found->surface->holdsPoint) steps[pair] = step;
            }
        }
        return steps;
    }
    /// The steps for pairs one after another, with an empty cache.
    static std::array<std::uint32_t, kPairs> stepsInTurn() {
        struct Fresh : RegionStepsTest {
            void TestBody() override {}
        } fresh;
        return fresh.stepsUntilSolid([&](std::uint32_t step) { fresh.updateInTurn(step); });
    }
};

TEST_F(RegionStepsTest, EveryRegionOfAClosedMeshBecomesSolidInAStepOfItsOwn) {
    const auto steps = stepsInTurn();
    EXPECT_GT(std::ranges::min(steps), 5u);
    EXPECT_NE(steps[0], steps[1]);
    EXPECT_NE(steps[1], steps[2]);
}

TEST_F(RegionStepsTest, TheOrderOfPairsInTheFirstStepDoesNotMatter) {
    EXPECT_EQ(stepsUntilSolid([&](std::uint32_t step) { updateAtOnce(step); }), stepsInTurn());
}

TEST_F(RegionStepsTest, AnUnreleasedShapeAtTheSameAddressDoesNotMatter) {
    BulletMesh other = test::fineBoxMesh(1, 1, 1, 4);
    const btBvhTriangleMeshShape shape(&other.interface, true);
    ModelCache::Cached ofOther;
    cache.update(shape, request, nobody, ofOther, [](Real) { return Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1)}; });
    letAnotherShapeDieHere();
    EXPECT_EQ(stepsUntilSolid([&](std::uint32_t step) { updateInTurn(step); }), stepsInTurn());
    cached = {};
}

TEST_F(RegionStepsTest, WhatIsKnownEndsWithTheLastPairHoweverManyOtherShapesThereAre) {
    const auto inTurn = [this](std::uint32_t step) { updateInTurn(step); };
    std::uint32_t last = 0;
    for (const std::size_t others : {std::size_t{0}, std::size_t{200}}) {
        cache.release(place.bvh);
        EXPECT_EQ(stepsUntilSolid(inTurn, last), stepsInTurn());
        cached = {};
        useOtherShapes(others);
        EXPECT_EQ(stepsUntilSolid(inTurn, last + kSteps), stepsInTurn()) << others;
        cached = {};
        last += 2 * kSteps;
    }
}

TEST_F(RegionStepsTest, OfAShapeThatDiedTheNextOneAtItsAddressKnowsNothing) {
    const auto inTurn = [this](std::uint32_t step) { updateInTurn(step); };
    EXPECT_EQ(stepsUntilSolid(inTurn), stepsInTurn());
    cached = {};
    place.bvh.~btBvhTriangleMeshShape();
    new (&place.bvh) btBvhTriangleMeshShape(&mesh.interface, true);
    EXPECT_EQ(stepsUntilSolid(inTurn, kSteps), stepsInTurn());
    cached = {};
}

TEST_F(RegionStepsTest, WhatIsKnownStaysWhileAPairIsLeftHoweverManyOtherShapesThereAre) {
    const auto inTurn = [this](std::uint32_t step) { updateInTurn(step); };
    EXPECT_EQ(stepsUntilSolid(inTurn), stepsInTurn());
    cached[0] = cached[1] = {};
    useOtherShapes(200);
    constexpr std::array<std::uint32_t, kPairs> kAtOnce = {1, 1, 1};
    EXPECT_EQ(stepsUntilSolid(inTurn, kSteps), kAtOnce);
    cached = {};
}

}  // namespace
}  // namespace ricochet
