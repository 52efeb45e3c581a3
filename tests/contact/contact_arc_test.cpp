#include "algorithms/contact/single_velocity/contact_arc.h"

#include "algorithms/geometry/rigid_motion.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

BodyMotion randomMotion(Random& random) {
    BodyMotion motion;
    motion.centre = randomPoint(random, 1);
    motion.linearVelocity = randomPoint(random, 2);
    motion.angularVelocity = randomPoint(random, 1.4);  // with two bodies and 0.02 s below `arcRotation`
    return motion;
}

/// Position of a body's point after a time of uniform motion.
Vec3 pointAfter(const BodyMotion& motion, const Vec3& point, Real time) {
    return motion.centre + time * motion.linearVelocity + armAfter(motion, point, time);
}

/// A direction fixed in the body after that time.
Vec3 directionAfter(const BodyMotion& motion, const Vec3& direction, Real time) {
    BodyMotion turning = motion;
    turning.centre.setZero();
    return armAfter(turning, direction, time);
}

/// The gap at the step's end as a solver predicts it from the speeds at the time at which the contact acts.
Real predictedGap(const Candidate& c, const BodyMotion& a, const BodyMotion& b, Real h) {
    const ContactArc arc = contactArc(c, {a, b, {h}});
    EXPECT_GE(arc.actsAfter, h / 2);
    EXPECT_LE(arc.actsAfter, h);
    const auto speed = [&](const BodyMotion& motion, const Vec3& point) {
        return Vec3(motion.linearVelocity +
                    motion.angularVelocity.cross(armAfter(motion, point, arc.actsAfter)));
    };
    return c.gap + arc.widening + h * arc.normal.dot(speed(a, c.onA) - speed(b, c.onB));
}

/// A quarter of the time step must divide the error by 64, because it is of third order.
class Order {
public:
    template <class ErrorOf>
    void add(ErrorOf&& errorOf) {
        coarse_ += std::abs(errorOf(kCoarse));
        fine_ += std::abs(errorOf(kCoarse / 4));
    }
    Real ratio() const { return coarse_ / fine_; }

private:
    static constexpr Real kCoarse = 0.02;  // seconds
    Real coarse_ = 0, fine_ = 0;
};

TEST(ContactArc, GivesTheGapOfAVertexOverARotatingFaceToThirdOrder) {
    Random random(5);
    Order order;
    for (int i = 0; i < 100; ++i) {
        const BodyMotion a = randomMotion(random), b = randomMotion(random);
        const Vec3 n = randomPoint(random).normalized(), onB = randomPoint(random, 1);
        const Real gap = uniform(random, -0.01, 0.01);
        for (const bool isFaceOfB : {true, false}) {
            const auto kind = isFaceOfB ? FeaturePair::vertexFace : FeaturePair::faceVertex;
            const Candidate c{onB + gap * n, onB, n, gap, 0, 0, contactKey(kind, 0, 0)};
            order.add([&](Real h) {
                const Vec3 normal = directionAfter(isFaceOfB ? b : a, n, h);
                return predictedGap(c, a, b, h) -
                       normal.dot(pointAfter(a, c.onA, h) - pointAfter(b, c.onB, h));
            });
        }
    }
    EXPECT_NEAR(order.ratio(), 64, 6);
}

TEST(ContactArc, GivesTheGapOfTwoRotatingEdgesToThirdOrder) {
    Random random(6);
    Order order;
    for (int i = 0; i < 100; ++i) {
        const BodyMotion a = randomMotion(random), b = randomMotion(random);
        const Vec3 alongA = randomPoint(random).normalized(), alongB = randomPoint(random).normalized(),
                   onB = randomPoint(random, 1);
        if (alongA.cross(alongB).norm() < 0.3) continue;
        const Vec3 n = alongA.cross(alongB).normalized();
        const Real gap = uniform(random, -0.01, 0.01);
        const Candidate c{onB + gap * n, onB,    n,     gap, 0, 0, contactKey(FeaturePair::edgeEdge, 0, 0),
                          false,         alongA, alongB};
        order.add([&](Real h) {
            const Vec3 normal = directionAfter(a, alongA, h).cross(directionAfter(b, alongB, h)).normalized();
            return predictedGap(c, a, b, h) - normal.dot(pointAfter(a, c.onA, h) - pointAfter(b, c.onB, h));
        });
    }
    EXPECT_NEAR(order.ratio(), 64, 6);
}

TEST(ContactArc, OutsideOfStepsAndAtRestNothingChanges) {
    Random random(7);
    const BodyMotion motion = randomMotion(random), still;
    const Candidate c{Vec3(0, 0.1, 0), Vec3::Zero(), Vec3::UnitY(), 0.1, 0, 0, 0};
    for (const ContactArc& arc :
         {contactArc(c, {motion, still, {0}}), contactArc(c, {still, still, {0.1}})}) {
        EXPECT_EQ(arc.normal, c.normal);
        EXPECT_EQ(arc.widening, 0);
    }
}

/// A vertex that a rotating body carries into a face. Without damping it acts at once, and the rotation's
/// closing is in the distance, unless that is more than the share of a depth that the solver corrects.
TEST(ContactArc, PointsThatCloseTooFastForTheSolverActLater) {
    BodyMotion spoke;
    spoke.angularVelocity = {0, 0, 2};
    const Candidate top{Vec3(0, -1, 0), Vec3(0, -1, 0), -Vec3::UnitY(), 0, 0, 0, 0};
    PairMotion motion{.a = spoke, .b = {}, .step = {.timeStep = 0.01}};
    motion.damping = 0;
    motion.linearSlop = 2e-3;  // the rotation closes 2e-4 metres in a step, half of what is corrected
    const ContactArc now = contactArc(top, motion);
    EXPECT_EQ(now.actsAfter, 0);
    EXPECT_NEAR(now.widening, -2e-4, 1e-5);
    motion.linearSlop = 0;
    const ContactArc later = contactArc(top, motion);
    EXPECT_NEAR(later.actsAfter, 0.005, 1e-4);
    EXPECT_NEAR(later.widening, 0, 1e-6);
}

/// A wheel of 1 m that rolls at 1 rad/s: its circle's points touch the ground when they are below its centre.
TEST(ContactArc, ActsFromTheTimeOfTouch) {
    BodyMotion wheel;
    wheel.centre = {0, 1, 0};
    wheel.linearVelocity = {1, 0, 0};
    wheel.angularVelocity = {0, 0, -1};
    for (const Real ahead : {0.0, 0.02, 0.04}) {
        const Vec3 point(std::sin(ahead), 1 - std::cos(ahead), 0);
        const Candidate c{point, Vec3(point.x(), 0, 0), Vec3::UnitY(), point.y(), 0, 0, 0};
        EXPECT_NEAR(contactArc(c, {wheel, {}, {0.05}}).actsAfter, (ahead + 0.05) / 2, 1e-3);
    }
}

/// A point of a spinning disc of 1 m, `behind` radians before its lowest place, over a plane `gap` below
/// that.
Candidate onDisc(const BodyMotion& disc, Real behind, Real gap) {
    const Vec3 point = disc.centre + Vec3(std::sin(behind), -std::cos(behind), 0);
    const Real height = point.y() - (disc.centre.y() - 1 - gap);
    return {point, Vec3(point.x(), point.y() - height, 0), Vec3::UnitY(), height, 0, 0, 0};
}

/// The speed that the solver, with the contact's arms and distance, leaves the disc along the normal.
Real speedLeft(const Candidate& c, const PairMotion& motion, ContactArc& arc) {
    arc = contactArc(c, motion);
    const Real opening = arc.normal.dot(
        motion.a.linearVelocity + motion.a.angularVelocity.cross(armAfter(motion.a, c.onA, arc.actsAfter)));
    return opening + (c.gap + arc.widening) / motion.step.timeStep;
}

TEST(FastRotation, PointsActWhereTheyAreLowest) {
    for (const Real turn : {0.15, 0.5, 1.0, 3.0}) {
        BodyMotion disc;
        disc.centre = {0, 3, 0};
        disc.angularVelocity = {0, 0, -turn / 0.02};
        PairMotion motion{.a = disc, .b = {}, .step = {.timeStep = 0.02}};
        for (const Real share : {0.2, 0.5, 0.9}) {
            const Real gap = 1e-7;
            const Candidate c = onDisc(disc, share * turn, gap);
            ContactArc arc;
            EXPECT_NEAR(speedLeft(c, motion, arc), gap / (share * 0.02), 1e-3 * gap / 0.02)
                << turn << ' ' << share;
            EXPECT_NEAR(arc.actsAfter, share * 0.02, 1e-3 * 0.02) << turn << ' ' << share;
            EXPECT_GE(c.gap + arc.widening, 0);
        }
    }
}

/// Brute force over the step: with the speed that the solver leaves, the point touches, and with less it
/// sinks.
TEST(FastRotation, LeavesTheLeastSpeedThatKeepsPointsOut) {
    Random random(11);
    int touching = 0;
    for (int i = 0; i < 300; ++i) {
        BodyMotion a;
        a.centre = randomPoint(random, 1);
        a.linearVelocity = randomPoint(random, 2);
        a.angularVelocity = 40 * randomPoint(random).normalized();
        PairMotion motion{.a = a, .b = {}, .step = {.timeStep = 0.02}};
        const Vec3 onA = a.centre + randomPoint(random, 1);
        const Real gap = uniform(random, 0.001, 0.2);
        const Candidate c{onA, onA - gap * Vec3::UnitY(), Vec3::UnitY(), gap, 0, 0, 0};
        ContactArc arc;
        const Real left = speedLeft(c, motion, arc);
        Real minimum = 1e9;
        for (int k = 1; k <= 2000; ++k) {
            const Real time = 0.02 * k / 2000;
            const Real height = gap + pointAfter(a, onA, time).y() - onA.y();
            minimum = std::min(minimum, height / time);
        }
        touching += minimum < 0;
        EXPECT_NEAR(left, minimum, 1e-4 + 1e-3 * std::abs(minimum)) << i;
    }
    EXPECT_GT(touching, 60);
}

}  // namespace
}  // namespace ricochet::test
