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

    StruckBody body() const {
        StruckBody struck;
        struck.motion.centre = Vec3(-arm.x(), -arm.y(), 0);
        struck.motion.linearVelocity = Vec3(velocity.x(), velocity.y(), 0);
        struck.motion.angularVelocity = Vec3(0, 0, spin);
        struck.motion.gravity.setZero();
        struck.inverseMass.setOnes();
        struck.inverseInertia = Matrix3::Identity() / inertia;
        return struck;
    }
};

StruckPoint endOf(Real restitution, Real friction) {
    return {Vec3::Zero(), Vec3::Zero(), Vec3(0, 1, 0), 0, restitution, friction};
}

StruckBody floorBody() {
    StruckBody floor;
    floor.motion.gravity.setZero();
    return floor;
}

std::optional<Bounce> bounceOf(const Plank& plank, const StruckPoint& end) {
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
        const StruckPoint end = endOf(1, 100);
        const Real share = bounceOf(plank, end)->share;
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
        const StruckPoint end = endOf(1, 0);
        const auto bounce = bounceOf(randomPlank(random), end);
        if (!bounce) continue;
        EXPECT_EQ(bounce->share, 1);
        ++bounced;
    }
    EXPECT_GT(bounced, 50);
}

TEST(Restitution, ContactsTooSlowToBounceAreUnchanged) {
    Plank plank{0.1, Vec2(0.4, -0.2), Vec2(2, -0.1), 0};
    const StruckPoint end = endOf(1, 100);
    EXPECT_FALSE(bounceOf(plank, end));
}

/// A plate that strikes the floor flat, with four corners and at a random place of its own.
TEST(Restitution, APlateThatStrikesFlatStartsWithoutTurningAndKeepsItsRestitution) {
    Random random(61);
    for (int i = 0; i < 100; ++i) {
        const Vec3 half(uniform(random, 0.1, 1), uniform(random, 0.01, 0.1), uniform(random, 0.1, 1));
        const Vec3 centre = randomPoint(random);
        StruckBody plate;
        plate.motion.centre = centre;
        plate.motion.linearVelocity = Vec3(0, -uniform(random, 0.5, 5), 0);
        plate.inverseMass.setOnes();
        const Vec3 squares = half.cwiseProduct(half);
        plate.inverseInertia = (3 * (Vec3::Constant(squares.sum()) - squares).cwiseInverse()).asDiagonal();
        const Real restitution = uniform(random, 0.1, 1);
        std::vector<StruckPoint> corners;
        for (const Real x : {-half.x(), half.x()}) {
            for (const Real z : {-half.z(), half.z()}) {
                StruckPoint corner = endOf(restitution, uniform(random, 0, 1));
                corner.onA = corner.onB = centre + Vec3(x, -half.y(), z);
                corners.push_back(corner);
            }
        }
        const auto bounce = bounceWithoutGain(plate, floorBody(), 1.0 / 60, corners);
        ASSERT_TRUE(bounce);
        EXPECT_EQ(bounce->share, 1);
        Vec3 sum = Vec3::Zero(), moment = Vec3::Zero();
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const Vec3 impulse = bounce->impulses[k] * corners[k].normal;
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
