#include "algorithms/geometry/rigid_motion.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

Aabb unitBox() { return {Vec3(-1, -1, -1), Vec3(1, 1, 1)}; }

RigidMotion randomMotion(Random& random) {
    return motionBetween(randomPose(random, 2), randomPose(random, 2), randomPoint(random, 1));
}

Real distanceOf(const Pose& a, const Pose& b) {
    return (a.rotation - b.rotation).norm() + (a.translation - b.translation).norm();
}

TEST(RigidMotion, BeginsAndEndsAtItsPoses) {
    Random random(31);
    for (int i = 0; i < 1000; ++i) {
        const Pose begin = randomPose(random, 2), end = randomPose(random, 2);
        const RigidMotion motion = motionBetween(begin, end, randomPoint(random, 1));
        EXPECT_LT(distanceOf(poseAt(motion, 0), begin), 1e-14);
        EXPECT_LT(distanceOf(poseAt(motion, 1), end), 1e-12);
    }
}

TEST(RigidMotion, ItsCentreMovesStraight) {
    Random random(32);
    for (int i = 0; i < 100; ++i) {
        const Pose begin = randomPose(random, 2);
        const Vec3 own = randomPoint(random, 1);
        const RigidMotion motion = motionBetween(begin, randomPose(random, 2), transformPoint(begin, own));
        const Vec3 straight = transformPoint(begin, own) + 0.3 * motion.translation;
        EXPECT_LT((transformPoint(poseAt(motion, 0.3), own) - straight).norm(), 1e-13);
    }
}

TEST(RigidMotion, PathsAndPartsFollowThePose) {
    Random random(33);
    for (int i = 0; i < 1000; ++i) {
        const RigidMotion motion = randomMotion(random);
        const Vec3 vertex = randomPoint(random, 1);
        const Real begin = uniform(random, 0, 0.5), end = uniform(random, 0.5, 1),
                   time = uniform(random, 0, 1);
        const Vec3 expected = transformPoint(poseAt(motion, begin + time * (end - begin)), vertex);
        const RigidMotion middle = part(motion, begin, end);
        EXPECT_LT((transformPoint(poseAt(middle, time), vertex) - expected).norm(), 1e-12);
        EXPECT_LT((pathOf(middle, vertex).at(momentOf(middle, time)) - expected).norm(), 1e-12);
    }
}

TEST(RigidMotion, APointDeviatesFromItsChordByAtMostTheBound) {
    Random random(34);
    Real largest = 0;  // fraction of the bound
    for (int i = 0; i < 1000; ++i) {
        const RigidMotion motion = randomMotion(random);
        const PointPath path = pathOf(motion, randomPoint(random, 1));
        const Real bound = chordDeviation(path.radius(), motion.angle);
        const Vec3 begin = path.at(momentOf(motion, 0)), end = path.at(momentOf(motion, 1));
        for (Real time : {0.1, 0.25, 0.5, 0.75}) {
            const Real off = (path.at(momentOf(motion, time)) - (begin + time * (end - begin))).norm();
            EXPECT_LE(off, bound + 1e-14);
            largest = std::max(largest, off / bound);
        }
    }
    EXPECT_GT(largest, 0.9);
}

TEST(RigidMotion, TurningStaysInsideItsBound) {
    Random random(35);
    Real largest = 0;
    for (int i = 0; i < 1000; ++i) {
        const RigidMotion motion = randomMotion(random);
        const Real bound = turnDisplacement(motion, unitBox());
        const PointPath path = pathOf(motion, Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
        const Vec3 middle = path.at(momentOf(motion, 0.5));
        for (Real time : {0.0, 0.2, 0.9, 1.0}) {
            const Vec3 turned = path.at(momentOf(motion, time)) - (time - 0.5) * motion.translation;
            EXPECT_LE((turned - middle).norm(), bound + 1e-13);
            largest = std::max(largest, (turned - middle).norm() / bound);
        }
    }
    EXPECT_GT(largest, 0.99);
}

TEST(RigidMotion, StaticMotionsStandStill) {
    Random random(36);
    const Pose pose = randomPose(random, 2);
    EXPECT_LT(distanceOf(poseAt(standing(pose), 0.7), pose), 1e-15);
    EXPECT_EQ(turnDisplacement(standing(pose), unitBox()), 0);
    EXPECT_LT(distanceOf(poseAt(motionBetween(pose, pose, Vec3(1, 2, 3)), 0.7), pose), 1e-14);
}

}  // namespace
}  // namespace ricochet
