#include "algorithms/stencil/hybrid.h"

#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace ricochet::test {
namespace {

std::unique_ptr<const StencilHybrid> hybridOf(int pixels) {
    auto made = StencilHybrid::create({.mostPixels = pixels, .drawFrom = 0});
    EXPECT_TRUE(made) << made.error();
    return std::move(*made);
}

/// Triangles ten metres long, `width` metres wide, through the origin's neighbourhood.
SharedMesh needles(Random& random, Real width) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index f = 0; f < 60; ++f) {
        const Vec3 end = 5 * randomPoint(random).normalized(), at = randomPoint(random, 0.3);
        for (const Vec3& v : {Vec3(at - end), Vec3(at + end), Vec3(at + end + randomPoint(random, width))}) {
            vertices.push_back(v);
        }
        faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(StencilHybrid, NeedlesThinnerThanASubpixelStepAreNeverMissed) {
    // The window is at most two metres wide: a step of the rasteriser is 2 / 64 / 256 m.
    for (const int pixels : {8, 64}) {
        const auto hybrid = hybridOf(pixels);
        Random random(91);
        std::size_t found = 0;
        for (const Real width : {1e-5, 1e-7, 1e-12, 0.0}) {
            const AgainstBruteForce pair(*hybrid, needles(random, width), sphereMesh(24, 12));
            for (int trial = 0; trial < (kIsSlowBuild ? 2 : 20); ++trial) {
                const auto [a, b] = randomPoses(random, 1.5);
                const FacePairs truth = pair.truth(a, b);
                EXPECT_EQ(pair.pairs(a, b), truth) << width << " m, " << pixels << " pixels";
                found += truth.size();
            }
        }
        EXPECT_GT(found, 100u);
    }
}

TEST(StencilHybrid, NeedlesAgainstNeedlesAtADistanceAreNeverMissed) {
    const auto hybrid = hybridOf(32);
    Random random(92);
    const AgainstBruteForce pair(*hybrid, needles(random, 1e-7), needles(random, 1e-7));
    std::size_t found = 0;
    for (const Real queryDistance : {1e-3, 1e-2, 0.1}) {
        const auto [a, b] = randomPoses(random, 0.2);
        const FacePairs truth = pair.truth(a, b, queryDistance);
        EXPECT_EQ(pair.pairs(a, b, queryDistance), truth) << queryDistance;
        found += truth.size();
    }
    EXPECT_GT(found, 100u);
}

TEST(StencilHybrid, PixelsWithTooManyFacesForAShaderAreSubdivided) {
    // All of them in one corner pixel of the window, which one large face spreads over a metre.
    const auto hybrid = hybridOf(8);
    const Index count = 70'000;
    std::vector<Face> faces(count, Face{0, 1, 2});
    faces.push_back({0, 3, 4});
    const SharedMesh many = makeMesh({{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}, {1, 0, 0}, {0, 1, 0}}, faces);
    const SharedMesh one = makeMesh({{0, 0, -1}, {1, 1, 0}, {0, 0, 1}}, {{0, 1, 2}});
    for (const bool isSwapped : {false, true}) {
        const BuiltPair built(*hybrid, isSwapped ? one : many, isSwapped ? many : one);
        EXPECT_EQ(sortedPairs(*hybrid, {built.a.get(), {}}, {built.b.get(), {}}).size(), count + 1);
    }
}

/// Twelve pairs of three meshes, some of which are apart.
class PairsOfAStep : public testing::Test {
protected:
    struct Pair {
        std::shared_ptr<const CollisionModel> a, b;
        MeshInstance placedA, placedB;
        Real queryDistance;
        PairMemory memory;
    };

    void SetUp() override {
        hybrid_ = hybridOf(64);
        const SharedMesh meshes[] = {torusMesh(1, 0.4, 24, 12), sphereMesh(24, 12), knotMesh(60, 6)};
        Random random(94);
        for (int i = 0; i < 12; ++i) {
            Pair& pair = pairs_.emplace_back();
            pair.a = hybrid_->build(meshes[i % 3]);
            pair.b = hybrid_->build(meshes[(i / 3) % 3]);
            const auto [poseA, poseB] = randomPoses(random, i == 5 ? 30 : 1.2);
            pair.placedA = {pair.a.get(), poseA};
            pair.placedB = {pair.b.get(), poseB};
            pair.queryDistance = i % 4 == 0 ? 0.02 : 0;
        }
    }
    void prepare() {
        std::vector<FacePairQuery> queries;
        for (Pair& pair : pairs_)
            queries.push_back({pair.placedA, pair.placedB, pair.queryDistance, &pair.memory});
        hybrid_->prepare(queries);
    }
    FacePairs query(Pair& pair) const {
        FacePairs found;
        hybrid_->findFacePairs(pair.placedA, pair.placedB, pair.queryDistance, pair.memory, found);
        return found;
    }

    std::unique_ptr<const StencilHybrid> hybrid_;
    std::vector<Pair> pairs_;
};

TEST_F(PairsOfAStep, AreDrawnAtOnceWithTheSameResult) {
    std::vector<FacePairs> alone;
    std::vector<Counters> counted;
    for (Pair& pair : pairs_) {
        alone.push_back(query(pair));
        counted.push_back(pair.memory.counters);
        pair.memory = {};
    }
    const std::uint64_t before = hybrid_->handOvers();
    EXPECT_GE(before, 8u) << "one for each pair that is drawn";
    prepare();
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        EXPECT_EQ(query(pairs_[i]), alone[i]) << i;
        EXPECT_EQ(pairs_[i].memory.counters.triangleTests, counted[i].triangleTests) << i;
        EXPECT_EQ(pairs_[i].memory.counters.calls, 1u) << i;
    }
    EXPECT_EQ(hybrid_->handOvers(), before + 1);
}

TEST_F(PairsOfAStep, MovedPairsAreDrawnAgain) {
    prepare();
    Pair& pair = pairs_[1];
    const FacePairs before = query(pair);
    EXPECT_EQ(query(pair), before) << "a second call finds it itself";
    prepare();
    pair.placedB.pose.translation.x() += 0.05;
    const FacePairs moved = query(pair);
    pair.memory = {};
    EXPECT_EQ(moved, query(pair));
    EXPECT_NE(moved, before);
}

TEST_F(PairsOfAStep, TooManyForOneImageAreDrawnInSeveral) {
    // 65 windows of 128 pixels per side, because a mesh has many faces; a picture has room for 64.
    const auto hybrid = hybridOf(128);
    const auto a = hybrid->build(sphereMesh(68, 35)),
               b = hybrid->build(makeMesh({{-4, -4, -2}, {4, -4, -2}, {0, 6, 2}}, {{0, 1, 2}}));
    const MeshInstance placedA{a.get(), {}}, placedB{b.get(), {}};
    std::vector<PairMemory> memories(65);
    std::vector<FacePairQuery> queries;
    for (PairMemory& memory : memories) queries.push_back({placedA, placedB, 0, &memory});
    PairMemory own;
    FacePairs alone, found;
    hybrid->findFacePairs(placedA, placedB, 0, own, alone);
    EXPECT_GT(a->mesh().faceCount(), 64u * 64u);
    EXPECT_GT(alone.size(), 50u);
    hybrid->prepare(queries);
    for (PairMemory& memory : memories) {
        hybrid->findFacePairs(placedA, placedB, 0, memory, found);
        EXPECT_EQ(found, alone);
    }
    EXPECT_EQ(hybrid->handOvers(), 2u);
}

TEST(StencilHybrid, FewPairsAreTestedWithoutDrawingWithTheSameResult) {
    const auto made = StencilHybrid::create({.drawFrom = 1 << 30});
    ASSERT_TRUE(made) << made.error();
    const AgainstBruteForce pair(**made, torusMesh(1, 0.4, 12, 6), sphereMesh(12, 6));
    Random random(93);
    const auto [a, b] = randomPoses(random, 1);
    EXPECT_EQ(pair.pairs(a, b), pair.truth(a, b));
}

TEST(StencilHybrid, ReportsTheEndOfItsThreadOnceAndStaysExact) {
    auto started = gl::Thread::start({4, 5});
    ASSERT_TRUE(started) << started.error().message();
    const std::shared_ptr<gl::Thread> thread = std::move(*started);
    std::vector<std::string> told;
    StencilHybridSettings settings{.drawFrom = 0};
    settings.report = [&](const std::string& message) { told.push_back(message); };
    const auto made = StencilHybrid::create(settings, thread);
    ASSERT_TRUE(made) << made.error();
    const AgainstBruteForce pair(**made, torusMesh(1, 0.4, 24, 12), knotMesh(60, 6));
    const Pose near = {Matrix3::Identity(), {0.3, 0.2, 0.1}};
    EXPECT_EQ(pair.pairs({}, near), pair.truth({}, near));
    EXPECT_TRUE(told.empty());
    EXPECT_FALSE(thread->run([] { throw std::runtime_error("the driver is gone"); }));
    for (int round = 0; round < 2; ++round) EXPECT_EQ(pair.pairs({}, near), pair.truth({}, near));
    EXPECT_FALSE(pair.truth({}, near).empty());
    EXPECT_THAT(told, testing::ElementsAre(testing::HasSubstr("the driver is gone")));
}

}  // namespace
}  // namespace ricochet::test
