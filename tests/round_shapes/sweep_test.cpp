#include "tests/round_shapes/round_scene.h"
#include "tests/support/build_kind.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

/// Points of all faces, close together.
std::vector<Vec3> pointsOf(const Mesh& mesh, int steps) {
    std::vector<Vec3> points;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const Triangle t = mesh.triangle(f);
        for (int i = 0; i <= steps; ++i) {
            for (int j = 0; i + j <= steps; ++j) {
                const Real u = Real(i) / steps, v = Real(j) / steps;
                points.push_back((1 - u - v) * t[0] + u * t[1] + v * t[2]);
            }
        }
    }
    return points;
}

RigidMotion randomMotion(Random& random, Real spread, Real displacement) {
    RigidMotion motion;
    motion.poseAt0 = randomPose(random, spread);
    motion.centre = motion.poseAt0.translation + randomPoint(random, 0.2);
    motion.translation = randomPoint(random, displacement);
    motion.axis = randomRotation(random).col(0);
    motion.angle = uniform(random, 0, 1);
    return motion;
}

Real leastDistance(const RoundShape& shape, const std::vector<Vec3>& points, const SweptInput& input,
                   Real time) {
    const Pose round = poseAt(input.motionA, time), mesh = poseAt(input.motionB, time);
    Real minimum = 1e9;
    for (const Vec3& point : points) {
        const Vec3 local = round.rotation.transpose() * (transformPoint(mesh, point) - round.translation);
        minimum = std::min(minimum, nearestOnSurface(shape, local).distance);
    }
    return minimum;
}

TEST(RoundSweep, FirstContactMayBeEarlyButIsNeverLate) {
    Random random(11);
    const auto mesh = torusMesh(1, 0.4, 12, 8);
    const std::vector<Vec3> points = pointsOf(*mesh, 6), finePoints = pointsOf(*mesh, 40);
    for (const auto& [name, shape] : allKinds()) {
        RoundScene scene(shape, mesh);
        HitRate hits, fromStart;
        for (int trial = 0; trial < (kIsSlowBuild ? 20 : 60); ++trial) {
            SweptInput input;
            input.a = scene.input.a;
            input.b = scene.input.b;
            input.motionA = randomMotion(random, 1.9, 2);
            input.motionB = randomMotion(random, 0.1, 0.5);
            const auto met = scene.method.firstContact(scene.narrowPhase, input, {}, scene.pairMemory);
            hits.count(met.has_value());
            fromStart.count(met && met->time == 0);
            const Real end = met ? met->time : 1;
            constexpr int kTimes = kIsSlowBuild ? 10 : 40;
            for (int i = 0; i < kTimes && end > 0; ++i) {
                const Real time = end * i / kTimes;
                ASSERT_GT(leastDistance(shape, points, input, time), -1e-9)
                    << name << trial << " at " << time;
            }
            if (met) {
                EXPECT_LT(leastDistance(shape, finePoints, input, end), 0.005) << name << trial;
            }
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << name << hits.value();
        EXPECT_LT(fromStart.value(), 0.7) << name;
    }
}

/// One free body of 1 kg against contacts, as in a sequential-impulse solver.
struct Shot {
    Pose pose;
    Vec3 velocity, spin;

    void solve(const std::vector<ContactPoint>& contacts, Real timeStep, Real inertia) {
        std::vector<Real> sums(contacts.size());
        for (int iteration = 0; iteration < 10; ++iteration) {
            for (std::size_t i = 0; i < contacts.size(); ++i) {
                const ContactPoint& c = contacts[i];
                const Vec3 turning = (c.onA - pose.translation).cross(c.normal);
                const Real allowed = c.distance > 0 ? -c.distance / timeStep : 0;
                const Real speed = c.normal.dot(velocity) + turning.dot(spin);
                const Real mass = 1 / (1 + turning.squaredNorm() / inertia);
                const Real sum = std::max(Real{0}, sums[i] + mass * (allowed - speed));
                const Real impulse = sum - sums[i];
                sums[i] = sum;
                velocity += impulse * c.normal;
                spin += impulse / inertia * turning;
            }
        }
    }

    void integrate(Real timeStep) {
        pose.translation += timeStep * velocity;
        const Real angle = std::min(timeStep * spin.norm(), 0.78);
        if (angle > 0) {
            pose.rotation =
                Eigen::AngleAxis<Real>(angle, spin.normalized()).toRotationMatrix() * pose.rotation;
        }
    }
};

TEST(RoundSweep, NoShotPassesAWallByContactsAlone) {
    Random random(12);
    for (const auto& [name, shape] : allKinds()) {
        int through = 0;
        constexpr int kShots = 2000;
        for (int shot = 0; shot < kShots; ++shot) {
            const Real thickness = std::pow(10, uniform(random, -3, std::log10(0.04)));
            RoundScene scene(shape, boxMesh({-8, -8, -thickness}, {8, 8, 0}));
            scene.input.step.looksAhead = true;
            const Real speed = uniform(random, 10, 200);
            const Vec3 aside = randomPoint(random, 0.5);
            Shot body{{randomRotation(random), Vec3(0, 0, uniform(random, 1, 5))},
                      speed * Vec3(aside.x(), aside.y(), -1).normalized(),
                      randomPoint(random, 10)};
            for (int step = 0; step < 40; ++step) {
                scene.input.a.motion.linearVelocity = body.velocity;
                scene.input.a.motion.angularVelocity = body.spin;
                body.solve(scene.contactsAt(body.pose), scene.input.step.timeStep, 0.05);
                body.integrate(scene.input.step.timeStep);
                if (body.pose.translation.head<2>().cwiseAbs().maxCoeff() > 7) break;
            }
            through += body.pose.translation.head<2>().cwiseAbs().maxCoeff() < 7 &&
                       body.pose.translation.z() < -thickness;
        }
        EXPECT_EQ(through, 0) << name << " of " << kShots;
    }
}

}  // namespace
}  // namespace ricochet::test
