#include "algorithms/contact/manifold/step_forecast.h"

#include "algorithms/contact/manifold/manifold_reduction.h"
#include "tests/contact/contact_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr Real kStep = 1.0 / 60;

/// A sphere of 1 kg and 1 m radius about the origin, which falls on a static body.
PairInput fallingSphere() {
    PairInput input;
    input.step.timeStep = kStep;
    input.a.motion.gravity = {0, -9.81, 0};
    input.a.motion.inverseMass = 1;
    input.a.motion.inverseInertia = 2.5 * Matrix3::Identity();
    return input;
}

StepForecast forecastOf(const std::vector<Candidate>& candidates, const PairInput& input) {
    return {input.a.motion, input.b.motion, linesOfPoints(candidates, input)};
}

Candidate pointAt(Real x, Real z, Real gap, std::uint64_t key = 0) {
    return {Vec3(x, -1, z), Vec3(x, -1 - gap, z), Vec3::UnitY(), gap, 0, 0, key};
}

TEST(StepForecast, WithoutSupportThePointsFall) {
    const std::vector<Candidate> candidates = {pointAt(0, 0, 0.01)};
    const StepForecast forecast = forecastOf(candidates, fallingSphere());
    EXPECT_NEAR(forecast.gapAtEnd(0), 0.01 - 9.81 * kStep * kStep, 1e-12);
}

TEST(StepForecast, SupportingPointsEndOnTheSurfaceAndCarryTheWeight) {
    const std::vector<Candidate> candidates = {pointAt(0.5, 0, 0), pointAt(-0.5, 0, 0),
                                               pointAt(0, 0.5, 1e-3)};
    StepForecast forecast = forecastOf(candidates, fallingSphere());
    forecast.hold(std::vector<Index>{0, 1});
    EXPECT_NEAR(forecast.gapAtEnd(0), 0, 1e-6);
    EXPECT_NEAR(forecast.gapAtEnd(1), 0, 1e-6);
    EXPECT_GT(forecast.load(0), 0);
    EXPECT_NEAR(forecast.load(0), forecast.load(1), 1e-3 * forecast.load(0));
    EXPECT_NEAR(forecast.gapAtEnd(2), 1e-3, 1e-6);  // the sphere does not rotate about the line through both
}

TEST(StepForecast, SupportOnOneSideLetsTheOtherSideSink) {
    const std::vector<Candidate> candidates = {pointAt(0.5, 0, 0), pointAt(-0.5, 0, 0)};
    StepForecast forecast = forecastOf(candidates, fallingSphere());
    forecast.hold(std::vector<Index>{0});
    EXPECT_NEAR(forecast.gapAtEnd(0), 0, 1e-9);
    EXPECT_LT(forecast.gapAtEnd(1), -1e-3);
}

/// A point of a wheel that turns about its axis by 1 rad, to its lowest place.
TEST(StepForecast, PointsFollowTheirArcs) {
    PairInput wheel = fallingSphere();
    wheel.a.motion.gravity.setZero();
    wheel.a.motion.angularVelocity = {0, 0, -1 / kStep};
    const Vec3 point(std::sin(1), -std::cos(1), 0);
    const std::vector<Candidate> candidates = {
        {point, Vec3(point.x(), -1.5, 0), Vec3::UnitY(), point.y() + 1.5, 0, 0, 0}};
    EXPECT_NEAR(forecastOf(candidates, wheel).gapAtEnd(0), 0.5, 1e-9);
}

TEST(StepForecast, IsImpossibleForStaticBodiesAndOutsideOfSteps) {
    const BodyMotion still, falling = fallingSphere().a.motion;
    EXPECT_FALSE(StepForecast::isPossible(still, still, kStep));
    EXPECT_FALSE(StepForecast::isPossible(falling, still, 0));
    EXPECT_TRUE(StepForecast::isPossible(falling, still, kStep));
}

/// Four points that lie far out but do not touch yet, and two near the centre that carry all the load.
TEST(Patches, TheLoadedPointIsChosen) {
    const std::vector<Candidate> candidates = {pointAt(0.8, 0, 4e-3, 1), pointAt(-0.8, 0, 4e-3, 2),
                                               pointAt(0, 0.8, 4e-3, 3), pointAt(0, -0.8, 4e-3, 4),
                                               pointAt(0.3, 0, 0, 5),    pointAt(-0.3, 0, 1e-6, 6)};
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), Pose{}, gridBoxMesh(Vec3(1, 1, 1)), at(0, -1, 0));
    scene.input.a.motion.linearVelocity = {10, 0, 0};  // points 4 mm away may touch
    const SpeculativeMargin margin = speculativeMargin(scene.input, {});
    const auto forecastAll = [&] { return forecastOf(candidates, fallingSphere()); };
    const auto patches = choosePatches(candidates, {}, margin, 16, forecastAll);
    std::vector<Index> chosen;
    for (const ChosenPatch& patch : patches) {
        EXPECT_LE(patch.size(), 4u);
        chosen.insert(chosen.end(), patch.begin(), patch.end());
    }
    StepForecast forecast = forecastAll();
    forecast.hold(chosen);
    for (Index i = 0; i < candidates.size(); ++i)
        EXPECT_GT(forecast.gapAtEnd(i), -0.011 * margin.linearSlop) << i;
    // Without the forecast some points end inside, so the test tests something.
    std::vector<Index> spread;
    for (const ChosenPatch& patch : choosePatches(candidates, {}, margin, 16)) {
        spread.insert(spread.end(), patch.begin(), patch.end());
    }
    forecast.hold(spread);
    Real worst = 0;
    for (Index i = 0; i < candidates.size(); ++i) worst = std::min(worst, forecast.gapAtEnd(i));
    EXPECT_LT(worst, -0.1 * margin.linearSlop);
}

}  // namespace
}  // namespace ricochet::test
