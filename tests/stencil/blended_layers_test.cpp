#include "algorithms/stencil/blended_layers.h"

#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/interval_test.h"
#include "algorithms/stencil/pixel_lists.h"
#include "tests/stencil/scenes.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;

std::uint32_t wordOf(const std::string& order) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < order.size(); ++i) word |= std::uint32_t{order[i] == 'B'} << i;
    return word;
}

TEST(BlendedLayers, AnOddNumberOfOneIdentifierInARowIsACollision) {
    // The two examples of the paper's section 6, and solids that are apart.
    EXPECT_TRUE(hasOddRun(wordOf("AABBABBA"), 8));
    EXPECT_TRUE(hasOddRun(wordOf("BBBAABBB"), 8));
    EXPECT_FALSE(hasOddRun(wordOf("AABBAABB"), 8));
    EXPECT_FALSE(hasOddRun(wordOf("AAAABB"), 6));
    EXPECT_TRUE(hasOddRun(wordOf("ABAB"), 4));
}

/// Both methods to decide the same pixels.
struct BothMethods {
    std::shared_ptr<Detector> detector;
    DetectorSettings byLists, byBlending;

    BothMethods() {
        auto made = Detector::create();
        EXPECT_TRUE(made) << made.error();
        detector = *made;
        byBlending.undecided = Undecided::blending;
    }
};

TEST(BlendedLayers, TheRenderedWordsAreThoseOfTheSortedLists) {
    const BothMethods methods;
    std::size_t compared = 0, mostLayers = 0;
    HitRate hits;
    for (const Case& c : stencilScenes()) {
        const auto a = methods.detector->upload(c.a), b = methods.detector->upload(c.b);
        ASSERT_TRUE(a && b);
        Random random(81);
        for (int pose = 0; pose < stencilPoses(kIsSlowBuild ? 10 : 20); ++pose) {
            const auto [poseA, poseB] = randomPoses(random, c.spread);
            const View view =
                withDepthRange(randomView(random, poseA, poseB, 1.8, 64), *c.a, poseA, *c.b, poseB);
            const auto listed = methods.detector->detect(**a, poseA, **b, poseB, view, methods.byLists);
            const auto lists = listed->usedLists ? methods.detector->sortedLists() : std::vector<PixelList>{};
            const auto blended = methods.detector->detect(**a, poseA, **b, poseB, view, methods.byBlending);
            const auto pixels =
                blended->usedBlending ? methods.detector->blendedPixels() : std::vector<BlendedPixel>{};
            ASSERT_EQ(listed->map.cases, blended->map.cases) << c.name;
            ASSERT_EQ(lists.size(), pixels.size()) << c.name;
            for (std::size_t i = 0; i < lists.size(); ++i) {
                ASSERT_EQ(pixels[i].pixel, lists[i].pixel);
                ASSERT_EQ(pixels[i].layers, lists[i].isB.size());
                ASSERT_EQ(pixels[i].word, blendWord(lists[i])) << c.name;
                mostLayers = std::max<std::size_t>(mostLayers, pixels[i].layers);
                hits.count(isCollision(blended->map.cases[pixels[i].pixel]));
            }
            compared += lists.size();
        }
    }
    std::printf("%zu words of up to %zu layers are equal, %.2f of them collide\n", compared, mostLayers,
                hits.value());
    EXPECT_GT(compared, kIsSlowBuild ? 100u : 1000u);
    EXPECT_GT(mostLayers, 8u) << "more than one colour";
    EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST(BlendedLayers, MoreLayersThanBitsGoToTheLists) {
    const BothMethods methods;
    View view;
    view.min = Vec3(-0.9, -0.9, -2);
    view.size = Vec3(1.8, 1.8, 4);
    view.pixels = 8;
    for (const int plates : {8, 9}) {  // 32 layers in all, and 36
        const SharedMesh mesh = platesMesh(plates);
        std::vector<Vec3> lower = mesh->vertices();
        for (Vec3& v : lower) v.z() *= 0.5;
        const auto solid = methods.detector->upload(mesh);
        const auto flat = methods.detector->upload(makeMesh(lower, mesh->faces()));
        // Between the other's plates, and across them.
        for (const auto& [other, shift] : {std::pair(&solid, 0.9 / plates), std::pair(&flat, 0.0)}) {
            const Pose pose{Matrix3::Identity(), {0, 0, shift}};
            const auto answer =
                methods.detector->detect(**solid, {}, ***other, pose, view, methods.byBlending);
            ASSERT_TRUE(answer) << answer.error();
            EXPECT_TRUE(answer->usedBlending);
            EXPECT_EQ(answer->usedLists, plates > 8);
            EXPECT_EQ(answer->collides, other == &flat) << plates;
        }
    }
}

TEST(BlendedLayers, TouchingIsACollision) {
    // A plate in the gap between two others, which touches one of them: the counters leave that undecided,
    // and the word is that of solids apart.
    const BothMethods methods;
    const SharedMesh below = boxMesh({-1, -1, -1}, {1, 1, -0.5}), above = boxMesh({-1, -1, 0}, {1, 1, 0.5});
    std::vector<Vec3> vertices = below->vertices();
    vertices.insert(vertices.end(), above->vertices().begin(), above->vertices().end());
    std::vector<Face> faces = below->faces();
    for (const Face& f : above->faces()) faces.push_back({f[0] + 8, f[1] + 8, f[2] + 8});
    const auto gap = methods.detector->upload(makeMesh(vertices, faces));
    const auto plate = methods.detector->upload(boxMesh({-1, -1, -0.125}, {1, 1, 0.125}));
    View view;
    view.min = Vec3(-0.5, -0.5, -2);
    view.size = Vec3(1, 1, 4);
    view.pixels = 8;
    for (const auto& [shift, expected] : {std::pair(-0.125, true), std::pair(-0.13, false)}) {
        const Pose pose{Matrix3::Identity(), {0, 0, shift}};
        const auto answer = methods.detector->detect(**gap, {}, **plate, pose, view, methods.byBlending);
        ASSERT_TRUE(answer) << answer.error();
        EXPECT_TRUE(answer->usedBlending);
        EXPECT_EQ(answer->collides, expected) << shift;
    }
}

}  // namespace
}  // namespace ricochet::stencil
