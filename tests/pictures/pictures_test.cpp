#include "demos/app/frame_writer.h"
#include "demos/app/simulation.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

namespace ricochet::app {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSteps = 10;
#else
constexpr int kSteps = 60;
#endif

/// Every scene runs on Ricochet.
struct Pictures : testing::TestWithParam<std::string> {};

TEST_P(Pictures, AreFilledByWhatMovesNearTheirMiddleAtTheStartAndAtTheEnd) {
    constexpr float kLeastShare = 0.05f;
    constexpr float kFarthest = 0.65f;  // of half the picture: from its middle
    RunOptions options;
    options.scene = GetParam();
    options.steps = kSteps;
    options.narrow = "wide-tree";
    const scenes::SceneEntry& entry =
        *std::ranges::find(scenes::sceneTable(), GetParam(), &scenes::SceneEntry::name);
    if (entry.isOfAnyNumber) options.bodies = 12;
    if (entry.isOfAnySize) options.triangles = 20'000;
    const auto simulation = Simulation::create(options);
    ASSERT_TRUE(simulation) << simulation.error();
    scenes::Scene& scene = (*simulation)->scene();
    auto writer = FrameWriter::create(scene, 160);
    for (int step = 0; step <= kSteps; ++step) {
        if (step > 0) (*simulation)->step();
        if (writer && step % (kSteps / 2) == 0) (*writer)->record(scene, step, step / options.hz);
    }
    for (const scenes::SceneBody& each : scene.bodies()) {
        const btTransform& pose = each.body->getWorldTransform();
        EXPECT_TRUE(std::isfinite(pose.getOrigin().length2() + pose.getBasis().determinant()));
    }
    if (!writer) {  // the scene has run without pictures
        ASSERT_THAT(writer.error(), testing::StartsWith("There is no OpenGL"));
        GTEST_SKIP() << writer.error();
    }
    const std::vector<view::VisiblePart> parts = (*writer)->visibleMoving();
    for (const view::VisiblePart& part : {parts.front(), parts.back()}) {
        EXPECT_GE(part.share, kLeastShare);
        EXPECT_LE(std::abs(part.middle[0]), kFarthest);
        EXPECT_LE(std::abs(part.middle[1]), kFarthest);
    }
}

std::vector<std::string> everyScene() {
    std::vector<std::string> names;
    for (const scenes::SceneEntry& entry : scenes::sceneTable()) names.emplace_back(entry.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(EveryScene, Pictures, testing::ValuesIn(everyScene()), [](const auto& each) {
    std::string name = each.param;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
});

}  // namespace
}  // namespace ricochet::app
