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
    for (const Real within : {1e-3, 1e-2, 0.1}) {
        const auto [a, b] = randomPoses(random, 0.2);
        const FacePairs truth = pair.truth(a, b, within);
        EXPECT_EQ(pair.pairs(a, b, within), truth) << within;
        found += truth.size();
    }
    EXPECT_GT(found, 100u);
}

TEST(StencilHybrid, MoreFacesOfAPixelThanAShaderWalksAreHalved) {
    const auto hybrid = hybridOf(8);
    const Index count = 70'000;
    const SharedMesh many =
        makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<Face>(count, Face{0, 1, 2}));
    const SharedMesh one = makeMesh({{0.2, 0.2, -1}, {0.3, 0.2, 1}, {0.2, 0.3, 1}}, {{0, 1, 2}});
    for (const bool isSwapped : {false, true}) {
        const BuiltPair built(*hybrid, isSwapped ? one : many, isSwapped ? many : one);
        EXPECT_EQ(sortedPairs(*hybrid, {built.a.get(), {}}, {built.b.get(), {}}).size(), count);
    }
}

TEST(StencilHybrid, FewPairsAreTestedWithoutDrawingAndGiveTheSame) {
    const auto made = StencilHybrid::create({.drawFrom = 1 << 30});
    ASSERT_TRUE(made) << made.error();
    const AgainstBruteForce pair(**made, torusMesh(1, 0.4, 12, 6), sphereMesh(12, 6));
    Random random(93);
    const auto [a, b] = randomPoses(random, 1);
    EXPECT_EQ(pair.pairs(a, b), pair.truth(a, b));
}

TEST(StencilHybrid, WhereTheThreadHasEndedItSaysSoOnceAndStaysExact) {
    auto started = gl::Thread::start({4, 5});
    ASSERT_TRUE(started) << started.error().sentence();
    const std::shared_ptr<gl::Thread> thread = std::move(*started);
    std::vector<std::string> told;
    StencilHybridSettings settings{.drawFrom = 0};
    settings.tell = [&](const std::string& sentence) { told.push_back(sentence); };
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
