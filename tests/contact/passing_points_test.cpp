#include "algorithms/contact/manifold/passing_points.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

/// Corners of a wheel of 1 m about the origin, 0.1 rad apart, the first one at its lowest place.
std::vector<Candidate> corners() {
    std::vector<Candidate> found;
    for (Index i = 0; i < 11; ++i) {
        const Vec3 point(std::sin(0.1 * i), -std::cos(0.1 * i), 0);
        const Vec3 ground(point.x(), -1, 0);
        found.push_back(
            {point, ground, Vec3::UnitY(), point.y() + 1, 0, 0, contactKey(FeaturePair::vertexFace, i, 0)});
    }
    return found;
}

/// The corners chosen if the wheel turns by this angle in the step, radians.
std::vector<bool> chosenAfter(Real turn) {
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), Pose{}, gridBoxMesh(Vec3(1, 1, 1)), at(0, -1, 0));
    scene.input.step.timeStep = 1.0 / 60;
    scene.input.a.motion.angularVelocity = {0, 0, -turn * 60};
    const SpeculativeMargin margin = speculativeMargin(scene.input, {});
    const std::vector<Candidate> candidates = corners();
    auto patches = choosePatches(candidates, {}, margin, 16);
    addPassingPoints(candidates, scene.input, margin, 16, patches);
    std::vector<bool> chosen(candidates.size());
    for (const ChosenPatch& patch : patches) {
        for (const Index i : patch) chosen[i] = true;
    }
    return chosen;
}

TEST(PassingPoints, AWheelGetsTheCornersOverWhichItRolls) {
    const std::vector<bool> chosen = chosenAfter(1);
    EXPECT_EQ(std::ranges::count(chosen, true), 11);
}

TEST(PassingPoints, AWheelThatHardlyTurnsGetsFour) {
    const std::vector<bool> chosen = chosenAfter(1e-3);
    EXPECT_LE(std::ranges::count(chosen, true), 4);
}

}  // namespace
}  // namespace ricochet::test
