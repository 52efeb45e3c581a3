#include "algorithms/contact/turning.h"

#include "algorithms/geometry/rigid_motion.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

BodyMotion randomMotion(Random& random) {
    BodyMotion motion;
    motion.centre = randomPoint(random, 1);
    motion.linearVelocity = randomPoint(random, 2);
    motion.angularVelocity = randomPoint(random, 3);
    return motion;
}

/// Where a body's point is after a time of uniform motion.
Vec3 pointAfter(const BodyMotion& motion, const Vec3& point, Real time) {
    return motion.centre + time * motion.linearVelocity + armAfter(motion, point, time);
}

/// A direction of the body then.
Vec3 directionAfter(const BodyMotion& motion, const Vec3& direction, Real time) {
    BodyMotion turning = motion;
    turning.centre.setZero();
    return armAfter(turning, direction, time);
}

/// What a solver that knows speeds in mid-step says of the gap at the end of the step.
Real foretold(const Candidate& c, const BodyMotion& a, const BodyMotion& b, Real h) {
    const MidStep mid = midStepOf(c, a, b, h);
    const auto speed = [&](const BodyMotion& motion, const Vec3& point) {
        return Vec3(motion.linearVelocity + motion.angularVelocity.cross(armAfter(motion, point, h / 2)));
    };
    return c.gap + mid.widening + h * mid.normal.dot(speed(a, c.onA) - speed(b, c.onB));
}

/// Halving the step must divide the error by eight: it is of third order.
template <class ErrorOf>
void expectThirdOrder(ErrorOf&& errorOf) {
    const Real coarse = 0.02, errorOfCoarse = std::abs(errorOf(coarse));
    EXPECT_LT(std::abs(errorOf(coarse / 4)), errorOfCoarse / 32 + 1e-12) << errorOfCoarse;
}

TEST(MidStep, TellsTheGapOfAVertexOverATurningFaceToThirdOrder) {
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const BodyMotion a = randomMotion(random), b = randomMotion(random);
        const Vec3 n = randomPoint(random).normalized(), onB = randomPoint(random, 1);
        const Real gap = uniform(random, -0.01, 0.01);
        for (const bool isFaceOfB : {true, false}) {
            const auto kind = isFaceOfB ? FeaturePair::vertexFace : FeaturePair::faceVertex;
            const Candidate c{onB + gap * n, onB, n, gap, 0, 0, contactKey(kind, 0, 0)};
            expectThirdOrder([&](Real h) {
                const Vec3 normal = directionAfter(isFaceOfB ? b : a, n, h);
                return foretold(c, a, b, h) - normal.dot(pointAfter(a, c.onA, h) - pointAfter(b, c.onB, h));
            });
        }
    }
}

TEST(MidStep, TellsTheGapOfTwoEdgesThatTurnToThirdOrder) {
    Random random(6);
    for (int i = 0; i < 100; ++i) {
        const BodyMotion a = randomMotion(random), b = randomMotion(random);
        const Vec3 alongA = randomPoint(random).normalized(), alongB = randomPoint(random).normalized(),
                   onB = randomPoint(random, 1);
        if (alongA.cross(alongB).norm() < 0.3) continue;
        const Vec3 n = alongA.cross(alongB).normalized();
        const Real gap = uniform(random, -0.01, 0.01);
        const Candidate c{onB + gap * n, onB,    n,     gap, 0, 0, contactKey(FeaturePair::edgeEdge, 0, 0),
                          false,         alongA, alongB};
        expectThirdOrder([&](Real h) {
            const Vec3 normal = directionAfter(a, alongA, h).cross(directionAfter(b, alongB, h)).normalized();
            return foretold(c, a, b, h) - normal.dot(pointAfter(a, c.onA, h) - pointAfter(b, c.onB, h));
        });
    }
}

TEST(MidStep, OutsideOfStepsAndAtRestNothingChanges) {
    Random random(7);
    const BodyMotion motion = randomMotion(random), still;
    const Candidate c{Vec3(0, 0.1, 0), Vec3::Zero(), Vec3::UnitY(), 0.1, 0, 0, 0};
    for (const MidStep& mid : {midStepOf(c, motion, still, 0), midStepOf(c, still, still, 0.1)}) {
        EXPECT_EQ(mid.normal, c.normal);
        EXPECT_EQ(mid.widening, 0);
    }
}

}  // namespace
}  // namespace ricochet::test
