#include "algorithms/swept_contacts/relative_motion.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

ContactScene movingPair(Random& random) {
    ContactScene scene(gridBoxMesh({1, 0.5, 0.3}), {randomRotation(random), randomPoint(random, 2)},
                       gridBoxMesh({0.6, 1, 0.2}), {randomRotation(random), randomPoint(random, 2)});
    for (BodyInput* body : {&scene.input.a, &scene.input.b}) {
        body->motion.centre = body->pose.translation + randomPoint(random, 0.3);
        body->motion.linearVelocity = randomPoint(random, 30);
        body->motion.angularVelocity = randomPoint(random, 20);
    }
    return scene;
}

TEST(RelativeMotion, IsTheBodiesOwnAsSeenFromTheCentreOfB) {
    Random random(3);
    for (int trial = 0; trial < 50; ++trial) {
        const ContactScene scene = movingPair(random);
        const PairInput& input = scene.input;
        const RelativeMotion motion = relativeMotion(input);
        const RigidMotion a = freeMotion(input.a.pose, input.a.motion, input.step.timeStep),
                          b = freeMotion(input.b.pose, input.b.motion, input.step.timeStep);
        for (const Real time : {0.0, 0.3, 1.0}) {
            const Vec3 ofA = transformPoint(poseAt(motion.a, time), Vec3(0.5, 0.25, 0.15)),
                       ofB = transformPoint(poseAt(motion.b, time), Vec3(0.3, 0.5, 0.1)),
                       freeA = transformPoint(poseAt(a, time), Vec3(0.5, 0.25, 0.15)),
                       freeB = transformPoint(poseAt(b, time), Vec3(0.3, 0.5, 0.1));
            EXPECT_LT(((ofA - ofB) - (freeA - freeB)).norm(), 1e-12) << trial;
        }
        EXPECT_TRUE(motion.b.translation.isZero(0));
    }
}

/// Metres: of a corner of A relative to a corner of B, in the whole step.
Real greatestDisplacement(const RelativeMotion& motion, const PairInput& input) {
    Real greatest = 0;
    for (const Vec3& u : input.a.mesh().vertices()) {
        for (const Vec3& v : input.b.mesh().vertices()) {
            const auto apart = [&](Real time) -> Vec3 {
                return transformPoint(poseAt(motion.a, time), u) - transformPoint(poseAt(motion.b, time), v);
            };
            for (const Real time : {0.25, 0.5, 0.75, 1.0}) {
                greatest = std::max(greatest, (apart(time) - apart(0)).norm());
            }
        }
    }
    return greatest;
}

TEST(RelativeMotion, NoPointMovesFartherThanTheDisplacement) {
    Random random(4);
    for (int trial = 0; trial < 100; ++trial) {
        const ContactScene scene = movingPair(random);
        const RelativeMotion motion = relativeMotion(scene.input);
        EXPECT_LE(greatestDisplacement(motion, scene.input), displacementOf(motion, scene.input)) << trial;
    }
}

TEST(RelativeMotion, TheDisplacementOfASpinIsItsArcAboutTheCentreOfMass) {
    ContactScene scene(gridBoxMesh({2, 2, 2}), at(0, 0, 0), gridBoxMesh({2, 2, 2}), at(0, 5, 0));
    scene.input.a.motion.gravity.setZero();
    scene.input.b.motion.centre = Vec3(0, 5, 3);
    scene.input.b.motion.angularVelocity = Vec3(0, 6, 0);
    const RelativeMotion motion = relativeMotion(scene.input);
    EXPECT_NEAR(displacementOf(motion, scene.input), 0.1 * (std::sqrt(3.0) + 3), 1e-12);
}

TEST(RelativeMotion, APointOfTheBodyIsFoundWhereItIsAtPresent) {
    Random random(5);
    for (int trial = 0; trial < 50; ++trial) {
        const ContactScene scene = movingPair(random);
        const RigidMotion motion = relativeMotion(scene.input).a;
        const Vec3 own = randomPoint(random);
        const Real time = uniform(random, 0, 1);
        const Vec3 then = transformPoint(poseAt(motion, time), own);
        const Vec3 now = atPresent(then, motion, time, scene.input.a.pose);
        EXPECT_LT((now - transformPoint(scene.input.a.pose, own)).norm(), 1e-12) << trial;
    }
}

}  // namespace
}  // namespace ricochet::test
