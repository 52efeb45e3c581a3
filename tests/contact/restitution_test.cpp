#include "algorithms/contact/single_velocity/restitution.h"

#include "algorithms/geometry/predicates.h"
#include "tests/support/random_geometry.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

/// A plank that strikes a rough floor with one of its ends, in the plane of x and y. It sticks where it
/// touches.
struct Plank {
    Real inertia;  ///< kg m²; its mass is 1 kg
    Vec2 arm;      ///< metres: from its centre to the end
    Vec2 velocity;
    Real spin;

    Vec2 endVelocity() const { return velocity + spin * Vec2(-arm.y(), arm.x()); }

    /// Energy that the impact adds, J, if the end leaves with a share of the speed at which it came. Solves
    /// the two equations for the impulse.
    Real gain(Real share) const {
        const Vec2 across(-arm.y(), arm.x());
        const Eigen::Matrix2d response = Eigen::Matrix2d::Identity() + across * across.transpose() / inertia;
        const Vec2 after(0, -share * endVelocity().y());
        const Vec2 impulse = response.inverse() * (after - endVelocity());
        return impulse.dot(endVelocity() + after) / 2;
    }

    SolvedBody body() const {
        SolvedBody solved;
        solved.motion.centre = Vec3(-arm.x(), -arm.y(), 0);
        solved.motion.linearVelocity = Vec3(velocity.x(), velocity.y(), 0);
        solved.motion.angularVelocity = Vec3(0, 0, spin);
        solved.motion.gravity.setZero();
        solved.inverseMass.setOnes();
        solved.inverseInertia = Matrix3::Identity() / inertia;
        return solved;
    }
};

SolvedPoint endOf(Real restitution, Real friction) {
    return {.onA = Vec3::Zero(),
            .onB = Vec3::Zero(),
            .normal = Vec3(0, 1, 0),
            .distance = 0,
            .restitution = restitution,
            .friction = friction};
}

SolvedBody floorBody() {
    SolvedBody floor;
    floor.motion.gravity.setZero();
    return floor;
}

std::optional<Real> bounceOf(const Plank& plank, SolvedPoint end) {
    return bounceWithoutGain(plank.body(), floorBody(), 1.0 / 60, {&end, 1});
}

/// Heavy enough at its ends that ten iterations of a solver are as good as the equations.
Plank randomPlank(Random& random) {
    return {uniform(random, 0.2, 0.6), Vec2(uniform(random, -0.5, 0.5), uniform(random, -0.5, -0.1)),
            Vec2(uniform(random, -3, 3), uniform(random, -4, -1)), uniform(random, -8, 8)};
}

TEST(Restitution, AStickingPlankLeavesWithExactlyItsEnergy) {
    Random random(47);
    HitRate lowered;
    for (int i = 0; i < 400; ++i) {
        const Plank plank = randomPlank(random);
        if (plank.endVelocity().y() > -0.5) continue;
        const SolvedPoint end = endOf(1, 100);
        const Real share = *bounceOf(plank, end);
        const Real energy = plank.velocity.squaredNorm() / 2 + plank.inertia * plank.spin * plank.spin / 2;
        EXPECT_LE(plank.gain(share), 1e-4 * energy) << i;
        lowered.count(share < 1);
        if (share < 1) {
            EXPECT_GT(plank.gain(share), -1e-3 * energy) << i;  // the greatest share
        }
    }
    EXPECT_TRUE(lowered.isBetween(0.03, 0.97)) << lowered.value();
}

TEST(Restitution, WithoutFrictionNothingIsReduced) {
    Random random(53);
    int bounced = 0;
    for (int i = 0; i < 100; ++i) {
        const SolvedPoint end = endOf(1, 0);
        const auto bounce = bounceOf(randomPlank(random), end);
        if (!bounce) continue;
        EXPECT_EQ(*bounce, 1);
        ++bounced;
    }
    EXPECT_GT(bounced, 50);
}

TEST(Restitution, ContactsTooSlowToBounceAreUnchanged) {
    Plank plank{0.1, Vec2(0.4, -0.2), Vec2(2, -0.1), 0};
    const SolvedPoint end = endOf(1, 100);
    EXPECT_FALSE(bounceOf(plank, end));
}

/// A plate that strikes the floor flat, with four corners and at a random place of its own.
TEST(Restitution, APlateThatStrikesFlatStartsWithoutTurningAndKeepsItsRestitution) {
    Random random(61);
    for (int i = 0; i < 100; ++i) {
        const Vec3 half(uniform(random, 0.1, 1), uniform(random, 0.01, 0.1), uniform(random, 0.1, 1));
        const Vec3 centre = randomPoint(random);
        SolvedBody plate;
        plate.motion.centre = centre;
        plate.motion.linearVelocity = Vec3(0, -uniform(random, 0.5, 5), 0);
        plate.inverseMass.setOnes();
        const Vec3 squares = half.cwiseProduct(half);
        plate.inverseInertia = (3 * (Vec3::Constant(squares.sum()) - squares).cwiseInverse()).asDiagonal();
        const Real restitution = uniform(random, 0.1, 1);
        std::vector<SolvedPoint> corners;
        for (const Real x : {-half.x(), half.x()}) {
            for (const Real z : {-half.z(), half.z()}) {
                SolvedPoint corner = endOf(restitution, uniform(random, 0, 1));
                corner.onA = corner.onB = centre + Vec3(x, -half.y(), z);
                corners.push_back(corner);
            }
        }
        const auto bounce = bounceWithoutGain(plate, floorBody(), 1.0 / 60, corners);
        ASSERT_TRUE(bounce);
        EXPECT_EQ(*bounce, 1);
        Vec3 sum = Vec3::Zero(), moment = Vec3::Zero();
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const Vec3 impulse = corners[k].impulse * corners[k].normal;
            sum += impulse;
            moment += (corners[k].onA - centre).cross(impulse);
        }
        const Real speed = -plate.motion.linearVelocity.y();
        EXPECT_NEAR(sum.y(), (1 + restitution) * speed, 1e-4 * speed) << i;
        EXPECT_LT(moment.norm(), 1e-4 * half.norm() * speed) << i;
    }
}

}  // namespace
}  // namespace ricochet::test
