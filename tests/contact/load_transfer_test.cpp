#include "algorithms/contact/single_velocity/load_transfer.h"

#include "algorithms/contact/manifold/step_forecast.h"
#include "tests/contact/contact_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr Real kInertia = 0.5;  // kg m²

/// A wheel of 1 kg and 1 m radius with its centre at the origin, which rolls over corners below it.
PairMotion wheel(Real turning) {
    PairMotion motion;
    motion.step.timeStep = 1.0 / 60;
    motion.radius = 1;
    motion.linearSlop = 1e-3;
    motion.damping = 0;
    motion.a.gravity = {0, -9.81, 0};
    motion.a.inverseMass = 1;
    motion.a.inverseInertia = Matrix3::Identity() / kInertia;
    motion.a.angularVelocity = {0, 0, -turning};
    motion.a.linearVelocity = {turning, 0, 0};
    return motion;
}

Candidate corner(Real x, Real gap, std::uint64_t key) {
    return {Vec3(x, -1, 0), Vec3(x, -1 - gap, 0), Vec3::UnitY(), gap, 0, 0, key};
}

StepForecast forecastOnArcs(std::span<const Candidate> contacts, const PairMotion& motion) {
    return StepForecast(motion.a, motion.b, linesOnArcs(contacts, motion));
}

std::vector<ContactArc> arcsOf(std::span<const Candidate> contacts, PairMotion motion) {
    return arcsWithLoads(contacts, motion);
}

/// Metres: by how much the transfer of loads widens a contact's gap.
Real addedWidening(std::span<const Candidate> contacts, std::size_t i, PairMotion motion) {
    const Real widening = arcsWithLoads(contacts, motion)[i].widening;
    return widening - contactArc(contacts[i], motion).widening;
}

/// Two corners below `wheel`: the first one touches, the second may begin to touch within the step.
std::vector<Candidate> twoCorners(Real gap) { return {corner(-0.1, 0, 1), corner(0.1, gap, 2)}; }

TEST(ForecastOnArcs, StopsTheInitialSpeedAndLeavesTheWeight) {
    const std::vector<Candidate> contacts = {corner(0, 0, 1)};
    PairMotion motion = wheel(0);
    StepForecast resting = forecastOnArcs(contacts, motion);
    resting.stop(std::vector<Index>{0});
    EXPECT_EQ(resting.load(0), 0);
    motion.a.linearVelocity = {0, -2, 0};
    StepForecast forecast = forecastOnArcs(contacts, motion);
    forecast.stop(std::vector<Index>{0});
    EXPECT_NEAR(forecast.load(0), 2 * motion.step.timeStep, 1e-9);
    forecast.hold(std::vector<Index>{0});
    EXPECT_NEAR(forecast.load(0), (2 + 9.81 * motion.step.timeStep) * motion.step.timeStep, 1e-9);
}

TEST(LoadTransfer, TouchingPointsActWhereTheyAre) {
    const std::vector<Candidate> contacts = {corner(-0.1, 0, 1), corner(0.1, -1e-4, 2)};
    const std::vector<ContactArc> arcs = arcsOf(contacts, wheel(1));
    ASSERT_EQ(arcs.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(arcs[i].aside, Vec3::Zero());
        EXPECT_EQ(addedWidening(contacts, i, wheel(1)), 0);
    }
}

TEST(LoadTransfer, PointsThatDoNotTouchWithinTheStepActWhereTheyAre) {
    const std::vector<Candidate> contacts = {corner(-0.1, 0, 1), corner(0.1, 0.1, 2)};
    EXPECT_EQ(arcsOf(contacts, wheel(1))[1].aside, Vec3::Zero());
}

/// The later a corner touches, the smaller the share of its impact in the step, and the more load stays at
/// the old corner.
TEST(LoadTransfer, ACornerThatTouchesLaterActsNearerToTheOldOne) {
    Real last = 0;
    for (const Real gap : {1e-4, 1e-3, 2e-3, 3e-3}) {
        const std::vector<Candidate> contacts = {corner(-0.1, 0, 1), corner(0.1, gap, 2)};
        const ContactArc arc = arcsOf(contacts, wheel(1))[1];
        EXPECT_LT(arc.aside.x(), last) << gap;
        EXPECT_GE(arc.aside.x(), -0.2) << gap;
        EXPECT_EQ(arc.aside.y(), 0) << gap;
        last = arc.aside.x();
    }
}

/// At the acting point, the sum of both impulses has the moment of the load's at the old corner plus the
/// impact's at the new one.
TEST(LoadTransfer, ActsAtTheMeanOfLoadAndImpact) {
    const std::vector<Candidate> contacts = twoCorners(1e-3);
    PairMotion motion = wheel(1);
    StepForecast alone = forecastOnArcs(contacts, motion), together = alone;
    alone.hold(std::vector<Index>{0});
    together.hold(std::vector<Index>{0, 1});
    const Real closing = 1e-3 - alone.gapAtEnd(1), left = -alone.gapAtEnd(1) / closing;
    ASSERT_GT(left, 0.1);
    ASSERT_LT(left, 0.9);
    const Real impact = left * alone.loadThatWidens(1, closing), load = alone.load(0) - together.load(0);
    ASSERT_GT(load, 0);
    const ContactArc arc = arcsWithLoads(contacts, motion)[1];  // sets the damping
    EXPECT_NEAR(arc.aside.x(), -0.2 * (1 - motion.damping) * load / (load + impact), 1e-12);
}

/// For any speeds, if the bodies rotate as predicted.
TEST(LoadTransfer, TheGapAtTheEndIsUnchanged) {
    const std::vector<Candidate> contacts = twoCorners(1e-3);
    const PairMotion motion = wheel(1);
    const ContactArc arc = arcsOf(contacts, motion)[1];
    ASSERT_LT(arc.aside.x(), 0);
    StepForecast forecast = forecastOnArcs(contacts, motion);
    forecast.hold(std::vector<Index>{0});
    const Real h = motion.step.timeStep;
    const auto rise = [&](const Vec3& point) {  // the other body is fixed
        const Vec3 spin = h * motion.a.angularVelocity + forecast.solver().rotationOfA();
        const Vec3 moved =
            h * motion.a.linearVelocity + h * h * motion.a.gravity + forecast.solver().translation();
        return (moved + spin.cross(point - motion.a.centre)).y();
    };
    EXPECT_NEAR(addedWidening(contacts, 1, motion) + rise(contacts[1].onB + arc.aside), rise(contacts[1].onB),
                1e-12);
}

/// A wheel that lands on both corners at once is stopped by each at its own point: there is no load yet.
TEST(LoadTransfer, AnImpactIsNotTransferred) {
    PairMotion motion = wheel(0);
    motion.a.gravity = Vec3::Zero();
    motion.a.linearVelocity = {0, -0.3, 0};
    EXPECT_EQ(arcsWithLoads(twoCorners(1e-4), motion)[1].aside, Vec3::Zero());
    EXPECT_GT(motion.damping, 0.7);
}

TEST(LoadTransfer, FastRollingIsDampedLittle) {
    PairMotion slow = wheel(0.02), fast = wheel(3);
    arcsWithLoads(twoCorners(0.1), slow);
    arcsWithLoads(twoCorners(0.1), fast);
    EXPECT_GT(slow.damping, 0.9);
    EXPECT_LT(fast.damping, 0.02);
}

TEST(LoadTransfer, AWallTakesNoLoadFromTheFloor) {
    std::vector<Candidate> contacts = {corner(-0.1, 0, 1),
                                       {Vec3(1, 0, 0), Vec3(1.001, 0, 0), -Vec3::UnitX(), 1e-3, 0, 0, 2}};
    EXPECT_EQ(arcsOf(contacts, wheel(1))[1].aside, Vec3::Zero());
}

TEST(LoadTransfer, OutsideOfStepsPointsActWhereTheyAre) {
    PairMotion query = wheel(1);
    query.step.timeStep = 0;
    const std::vector<Candidate> contacts = {corner(-0.1, 0, 1), corner(0.1, 1e-3, 2)};
    const std::vector<ContactArc> arcs = arcsOf(contacts, query);
    ASSERT_EQ(arcs.size(), 2u);
    for (const ContactArc& arc : arcs) EXPECT_EQ(arc.aside, Vec3::Zero());
}

}  // namespace
}  // namespace ricochet::test
