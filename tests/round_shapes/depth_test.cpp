#include "tests/round_shapes/round_scene.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

Real deepestOf(const std::vector<ContactPoint>& points) {
    Real minimum = 1e9;
    for (const ContactPoint& point : points) minimum = std::min(minimum, point.distance);
    return minimum;
}

/// How deep the shape extends below z = 0.
Real depthBelowPlane(const RoundShape& shape, const Pose& pose) {
    return -(transformPoint(pose, supportOf(shape, pose.rotation.transpose() * -Vec3::UnitZ()))).z();
}

TEST(RoundDepth, InASlabIsTheTrueDepth) {
    Random random(21);
    for (const auto& [name, shape] : allKinds()) {
        RoundScene scene(shape, boxMesh({-6, -6, -4}, {6, 6, 0}));
        for (int trial = 0; trial < 40; ++trial) {
            Pose pose{randomRotation(random), 3 * randomPoint(random)};
            pose.translation.z() = 0;
            const Real lowest = depthBelowPlane(shape, pose);
            for (Real depth = 0.001; depth < 1.5; depth *= 1.2) {
                pose.translation.z() = lowest - depth;
                const auto contacts = scene.freshContactsAt(pose);
                ASSERT_FALSE(contacts.empty()) << name << depth;
                EXPECT_NEAR(deepestOf(contacts), -depth, 0.02 * depth) << name;
            }
        }
    }
}

TEST(RoundDepth, AThinWallDoesNotPullABodyThrough) {
    Random random(22);
    for (const auto& [name, shape] : allKinds()) {
        for (const Real thickness : {0.001, 0.04}) {
            RoundScene scene(shape, boxMesh({-6, -6, -thickness}, {6, 6, 0}));
            for (int trial = 0; trial < 20; ++trial) {
                Pose pose{randomRotation(random), randomPoint(random)};
                pose.translation.z() = 0;
                const Real lowest = depthBelowPlane(shape, pose);
                scene.memory = {};
                for (Real depth = 0; depth < 0.55; depth += 0.01) {
                    pose.translation.z() = lowest - depth;
                    for (const ContactPoint& contact : scene.contactsAt(pose)) {
                        ASSERT_GT(contact.normal.z(), -0.1) << name << thickness << " at " << depth;
                    }
                }
                EXPECT_NEAR(deepestOf(scene.memory.points), -0.54, 0.02) << name << thickness;
            }
        }
    }
}

TEST(RoundDepth, BelowATerrainABodyIsPushedUp) {
    std::vector<Vec3> corners = {{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
    for (const auto& [name, shape] : allKinds()) {
        RoundScene scene(shape, makeMesh(corners, {{0, 1, 2}, {0, 2, 3}}), Vec3(Vec3::UnitZ()));
        const auto contacts = scene.freshContactsAt(atHeight(-2));
        ASSERT_FALSE(contacts.empty()) << name;
        EXPECT_GT(contacts[0].normal.z(), 0.99) << name;
        EXPECT_LT(contacts[0].distance, -2) << name;
    }
}

TEST(RoundDepth, ANearestContactIsAmongThoseOfALargerQueryDistance) {
    Random random(23);
    for (const auto& [name, shape] : allKinds()) {
        RoundScene scene(shape, torusMesh(1, 0.4, 24, 12));
        scene.input.step.timeStep = 0;
        scene.input.step.minimumQueryDistance = 6;
        for (int trial = 0; trial < (kIsSlowBuild ? 4 : 40); ++trial) {
            Pose pose = randomPose(random, 1);
            pose.translation = uniform(random, 3, 5) * pose.translation.normalized();
            Real nearest = 1e9;
            for (Index f = 0; f < scene.model->mesh().faceCount(); ++f) {
                const Triangle t = scene.model->mesh().triangle(f);
                for (int i = 0; i <= 20; ++i) {
                    for (int j = 0; i + j <= 20; ++j) {
                        const Vec3 point = (20 - i - j) / 20.0 * t[0] + i / 20.0 * t[1] + j / 20.0 * t[2];
                        const Vec3 local = pose.rotation.transpose() * (point - pose.translation);
                        nearest = std::min(nearest, nearestOnSurface(shape, local).distance);
                    }
                }
            }
            const auto contacts = scene.freshContactsAt(pose);
            ASSERT_FALSE(contacts.empty()) << name;
            EXPECT_LE(deepestOf(contacts), nearest + 1e-12) << name;
            EXPECT_NEAR(deepestOf(contacts), nearest, 2e-3) << name;
        }
    }
}

}  // namespace
}  // namespace ricochet::test
