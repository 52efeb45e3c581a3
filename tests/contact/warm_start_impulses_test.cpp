#include "algorithms/contact/single_velocity/warm_start_impulses.h"

#include "algorithms/contact/tolerances.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace ricochet {
namespace {

constexpr Real kStep = 1.0 / 60;
constexpr Real kFall = 9.81 * kStep;  // m/s in a step

/// A body of 1 kg on a static one; the four corners of a square touch.
struct StartImpulsesTest : testing::Test {
    SolvedBody a, b;
    std::vector<SolvedPoint> points;
    std::vector<Real> impulses;
    WarmStartImpulses start;

    StartImpulsesTest() {
        a.radius = b.radius = 1;
        a.motion.inverseMass = 1;
        a.motion.inverseInertia = Matrix3::Identity();
        a.motion.gravity = Vec3(0, -9.81, 0);
        b.motion.centre = Vec3(0, -10, 0);
        for (const Real x : {-1, 1}) {
            for (const Real z : {-1, 1}) points.push_back({Vec3(x, -1, z), Vec3(x, -1, z), Vec3::UnitY(), 0});
        }
    }

    /// A step without contacts, at the given falling speed.
    void fall(Real speed) {
        a.motion.linearVelocity = Vec3(0, -speed, 0);
        start.changes(a, b, kStep, {}, {});
    }
    /// A step with contacts, after one in which the solver left `last`.
    void strike(Real speed, const std::vector<SolvedPoint>& last = {}) {
        a.motion.linearVelocity = Vec3(0, -speed, 0);
        solve(last);
    }
    void solve(const std::vector<SolvedPoint>& last) {
        impulses = start.changes(a, b, kStep, last, points);
        for (std::size_t i = 0; i < points.size(); ++i) impulses[i] += points[i].impulse;
    }

    /// Sum of the impulses from which the solver starts, kg m/s.
    Real used() const {
        return kTolerances.warmStart * std::accumulate(impulses.begin(), impulses.end(), Real{0});
    }
};

TEST_F(StartImpulsesTest, InAnImpactStopTheBody) {
    fall(4);
    strike(4 + kFall);
    EXPECT_NEAR(used(), 4 + 2 * kFall, 0.01 * 4);
    for (const Real impulse : impulses) EXPECT_NEAR(impulse, impulses.front(), 1e-5);
}

TEST_F(StartImpulsesTest, PointsThatDoNotTouchWithinTheStepHaveNone) {
    for (SolvedPoint& point : points) point.distance = 0.2;
    fall(4);
    strike(4 + kFall);
    EXPECT_EQ(used(), 0);
}

TEST_F(StartImpulsesTest, DoNotPushOutPenetratingPoints) {
    for (SolvedPoint& point : points) point.distance = -0.01;
    fall(4);
    strike(4 + kFall);
    EXPECT_NEAR(used(), 4 + 2 * kFall, 0.01 * 4);
}

TEST_F(StartImpulsesTest, DropTheImpulsesOfTheLastStepsImpact) {
    for (SolvedPoint& point : points) point.impulse = 5;
    fall(0);
    strike(kFall);
    EXPECT_LT(used(), 1);
}

TEST_F(StartImpulsesTest, AfterOneStepOfFreeFallStayNearTheLastOnes) {
    fall(0);
    strike(kFall);
    EXPECT_GT(used(), 0);
    EXPECT_LT(used(), 0.9 * 2 * kFall);
}

TEST_F(StartImpulsesTest, RemainIfOtherBodiesPushWithTheWeight) {
    fall(4);
    strike(4 + 2.1 * kFall);
    EXPECT_EQ(used(), 0);
}

TEST_F(StartImpulsesTest, RemainInTheFirstStepOfAPair) {
    strike(4);
    EXPECT_EQ(used(), 0);
    fall(4);
    start.forget();
    strike(4 + kFall);
    EXPECT_EQ(used(), 0);
}

TEST_F(StartImpulsesTest, DistinguishOwnImpulsesFromThoseOfOthers) {
    fall(8);
    std::vector<SolvedPoint> last = points;
    for (SolvedPoint& point : last) point.impulse = 1, point.total = Vec3(0.5, 1, 0);
    a.motion.linearVelocity = Vec3(2, -8 - kFall + 4, 0);
    a.motion.angularVelocity = Vec3(0, 0, 2);  // from the friction, one metre below the centre
    solve(last);
    EXPECT_NEAR(used(), 4 + 2 * kFall, 0.02 * 4);
}

TEST_F(StartImpulsesTest, RemainIfNeitherBodyHasAMass) {
    a.motion.inverseMass = 0;
    a.motion.inverseInertia = Matrix3::Zero();
    fall(4);
    strike(4);
    EXPECT_EQ(used(), 0);
}

}  // namespace
}  // namespace ricochet
