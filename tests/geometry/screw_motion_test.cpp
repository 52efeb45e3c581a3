#include "algorithms/geometry/screw_motion.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

/// Position in the world of a point of the body that is at `point` at time 0.
Vec3 carried(const RigidMotion& motion, const Vec3& point, Real time) {
    const Vec3 own = motion.poseAt0.rotation.inverse() * (point - motion.poseAt0.translation);
    return transformPoint(poseAt(motion, time), own);
}

TEST(ScrewMotion, LeadsFromOnePoseToAnother) {
    Random random(71);
    for (int i = 0; i < 1000; ++i) {
        const Pose from = randomPose(random, 2), to = randomPose(random, 2);
        const ScrewMotion screw = screwBetween(from, to);
        const Vec3 own = randomPoint(random);
        EXPECT_LT((screwed(screw, transformPoint(from, own), 1) - transformPoint(to, own)).norm(), 1e-9);
        EXPECT_LT((screwed(screw, transformPoint(from, own), 0) - transformPoint(from, own)).norm(), 1e-12);
    }
}

TEST(ScrewMotion, IsARigidMotionAboutItsAxis) {
    Random random(72);
    for (int i = 0; i < 300; ++i) {
        const Pose from = randomPose(random, 2);
        const ScrewMotion screw = screwBetween(from, randomPose(random, 2));
        const RigidMotion motion = rigidMotionOf(screw, from);
        const Vec3 point = randomPoint(random, 2);
        const Real time = uniform(random, 0, 1);
        EXPECT_LT((carried(motion, point, time) - screwed(screw, point, time)).norm(), 1e-9);
        // Points of the axis only translate along it.
        EXPECT_LT((screwed(screw, screw.point, time) - screw.point - time * screw.rise * screw.axis).norm(),
                  1e-12);
    }
}

TEST(ScrewMotion, ABoltRisesByItsPitch) {
    // A quarter turn about an upright axis through (3, 4, 0), and 0.5 m up.
    const Matrix3 quarter = Eigen::AngleAxis<Real>(M_PI / 2, Vec3::UnitZ()).toRotationMatrix();
    const Vec3 through(3, 4, 0);
    const ScrewMotion screw = screwBetween({}, {quarter, through - quarter * through + Vec3(0, 0, 0.5)});
    EXPECT_NEAR(screw.angle, M_PI / 2, 1e-12);
    EXPECT_NEAR(screw.rise, 0.5, 1e-12);
    EXPECT_LT((screw.axis - Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_LT((screw.point - through).head<2>().norm(), 1e-12);
}

TEST(ScrewMotion, WithoutRotationTheAxisIsTheShift) {
    const ScrewMotion screw = screwBetween({}, {Matrix3::Identity(), Vec3(0, -2, 0)});
    EXPECT_EQ(screw.angle, 0);
    EXPECT_EQ(screw.rise, 2);
    EXPECT_EQ(screw.axis, Vec3(0, -1, 0));
    EXPECT_EQ(screwBetween({}, {}).rise, 0);
}

TEST(ScrewMotion, HalfATurnHasAnAxis) {
    const Pose to{Eigen::AngleAxis<Real>(M_PI, Vec3::UnitX()).toRotationMatrix(), Vec3(1, 2, 0)};
    const ScrewMotion screw = screwBetween({}, to);
    EXPECT_NEAR(screw.angle, M_PI, 1e-9);
    EXPECT_LT((screwed(screw, Vec3(0, 0, 1), 1) - transformPoint(to, Vec3(0, 0, 1))).norm(), 1e-9);
}

TEST(ScrewMotion, TheBoxIsTightAroundThePathOfASphere) {
    Random random(73);
    for (int i = 0; i < 300; ++i) {
        ScrewMotion screw = screwBetween(randomPose(random, 1), randomPose(random, 1));
        if (i % 3 == 0) screw.angle = 0;
        if (i % 3 == 1) screw.rise = uniform(random, -20, 20);
        const Vec3 centre = randomPoint(random, 2);
        constexpr Real kRadius = 0.25;
        const Aabb box = sweptSphereBox(screw, centre, kRadius);
        Aabb sampled;
        for (int s = 0; s <= 2000; ++s) sampled.include(screwed(screw, centre, s / 2000.0));
        const Aabb sphere = grown(sampled, kRadius);
        EXPECT_TRUE((box.min.array() <= sphere.min.array()).all());
        EXPECT_TRUE((box.max.array() >= sphere.max.array()).all());
        EXPECT_LT((box.min - sphere.min).norm() + (box.max - sphere.max).norm(), 1e-4);
    }
}

TEST(ScrewMotion, OfTwoBodiesIsWithinTheDeviation) {
    Random random(74);
    Real largest = 0;  // fraction of the bound
    for (int i = 0; i < 500; ++i) {
        const auto randomMotion = [&random](Real turn) {
            RigidMotion motion = standing(randomPose(random, 1));
            motion.centre = randomPoint(random);
            motion.translation = randomPoint(random);
            motion.axis = randomPoint(random).normalized();
            motion.angle = uniform(random, 0, turn);
            return motion;
        };
        const RigidMotion a = randomMotion(i % 2 == 0 ? 1 : 0), b = randomMotion(i % 3 == 0 ? 0 : 1);
        constexpr Real kRadius = 0.5;
        const RelativeScrew relative = relativeScrew(a, b, kRadius);
        const Vec3 point = a.centre + kRadius * randomPoint(random).normalized();
        const auto inB = [&](Real time) {
            const Pose frame = poseAt(b, time);
            return Vec3(frame.rotation.inverse() * (carried(a, point, time) - frame.translation));
        };
        EXPECT_LT((screwed(relative.screw, inB(0), 1) - inB(1)).norm(), 1e-9);
        for (Real time : {0.1, 0.5, 0.8}) {
            const Real apart = (screwed(relative.screw, inB(0), time) - inB(time)).norm();
            EXPECT_LE(apart, relative.deviation + 1e-9);
            largest = std::max(largest, apart / (relative.deviation + 1e-9));
        }
    }
    EXPECT_GT(largest, 0.2);
}

}  // namespace
}  // namespace ricochet
