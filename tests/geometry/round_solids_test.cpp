#include "algorithms/geometry/round_solids.h"

#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace ricochet {
namespace {

/// A solid of revolution about y whose profile (distance from the axis, height) goes from bottom to top, of
/// both of which ends lie on the axis.
SharedMesh turnedProfile(const std::vector<std::array<Real, 2>>& profile, int segments) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const auto& [radius, height] : profile) {
        for (int i = 0; i < segments; ++i) {
            const Real angle = 2 * std::numbers::pi * i / segments;
            vertices.emplace_back(radius * std::cos(angle), height, radius * std::sin(angle));
        }
    }
    const auto at = [&](std::size_t row, int i) { return static_cast<Index>(row * segments + i % segments); };
    for (std::size_t row = 0; row + 1 < profile.size(); ++row) {
        for (int i = 0; i < segments; ++i) {
            if (profile[row + 1][0] > 0) faces.push_back({at(row, i), at(row + 1, i), at(row + 1, i + 1)});
            if (profile[row][0] > 0) faces.push_back({at(row, i), at(row + 1, i + 1), at(row, i + 1)});
        }
    }
    return makeMesh(vertices, faces);
}

/// Half circle of a sphere's profile, moved up by `halfLength` above its equator and down by it below.
std::vector<std::array<Real, 2>> capsuleProfile(Real radius, Real halfLength) {
    constexpr int kRows = 400;
    std::vector<std::array<Real, 2>> profile;
    for (int i = 0; i <= kRows; ++i) {
        const Real angle = std::numbers::pi * (Real(i) / kRows - 0.5);
        const bool isPole = i == 0 || i == kRows;
        const Real side = i <= kRows / 2 ? -halfLength : halfLength;
        profile.push_back({isPole ? 0 : radius * std::cos(angle), side + radius * std::sin(angle)});
        if (i == kRows / 2 && halfLength > 0) profile.push_back({radius, halfLength});
    }
    return profile;
}

void expectSame(const SolidProperties& found, const SolidProperties& expected, Real tolerance) {
    EXPECT_NEAR(found.volume, expected.volume, tolerance * expected.volume);
    const Real size = std::cbrt(expected.volume);
    EXPECT_LT((found.centre - expected.centre).norm(), tolerance * size);
    EXPECT_LT((found.inertia - expected.inertia).norm(), tolerance * expected.inertia.norm());
    EXPECT_LT((found.principalMoments - expected.principalMoments).norm(),
              tolerance * expected.principalMoments.norm());
}

constexpr Real kOfAFineMesh = 1e-4;  // 400 segments lack this much of a circle
constexpr int kSegments = 400;

TEST(RoundSolids, AreThoseOfFineMeshes) {
    expectSame(solidSphere(0.7), massProperties(*turnedProfile(capsuleProfile(0.7, 0), kSegments)),
               kOfAFineMesh);
    expectSame(solidCapsule(0.7, 1.2), massProperties(*turnedProfile(capsuleProfile(0.7, 1.2), kSegments)),
               kOfAFineMesh);
    expectSame(solidCylinder(0.7, 1.2),
               massProperties(*turnedProfile({{0, -1.2}, {0.7, -1.2}, {0.7, 1.2}, {0, 1.2}}, kSegments)),
               kOfAFineMesh);
    expectSame(solidCone(0.7, 2.4),
               massProperties(*turnedProfile({{0, -1.2}, {0.7, -1.2}, {0, 1.2}}, kSegments)), kOfAFineMesh);
}

TEST(RoundSolids, ACapsuleWithoutItsCylinderIsASphere) {
    expectSame(solidCapsule(0.7, 0), solidSphere(0.7), 1e-15);
}

TEST(RoundSolids, RotateTheirAxis) {
    const SolidProperties cone = solidCone(0.5, 2);
    for (int axis = 0; axis < 3; ++axis) {
        const SolidProperties turned = turnedToAxis(cone, axis);
        EXPECT_EQ(turned.centre, Vec3(-0.5 * Vec3::Unit(axis)));
        EXPECT_DOUBLE_EQ(turned.inertia(axis, axis), cone.inertia(1, 1));
        EXPECT_DOUBLE_EQ(turned.inertia((axis + 1) % 3, (axis + 1) % 3), cone.inertia(0, 0));
        EXPECT_NEAR(turned.principalAxes.determinant(), 1, 1e-15);
    }
}

TEST(RoundSolids, ScaleByTheirFactor) { expectSame(scaled(solidCone(0.5, 2), 3), solidCone(1.5, 6), 1e-15); }

/// Support points of solids of which closed forms are known.
struct Known {
    const char* name;
    SolidProperties solid;
    Support support;
};

std::vector<Known> knownSolids() {
    const auto circle = [](const Vec3& d, Real radius) {
        const Real across = std::hypot(d.x(), d.z());
        return across > 0 ? Vec3(d.x() / across * radius, 0, d.z() / across * radius) : Vec3(radius, 0, 0);
    };
    const auto end = [](const Vec3& d, Real half) { return Vec3(0, d.y() > 0 ? half : -half, 0); };
    return {
        {"sphere", solidSphere(0.7), [](const Vec3& d) { return Vec3(0.7 * d); }},
        {"capsule", solidCapsule(0.3, 2), [=](const Vec3& d) { return Vec3(end(d, 2) + 0.3 * d); }},
        {"cylinder", solidCylinder(0.7, 1.2),
         [=](const Vec3& d) { return Vec3(end(d, 1.2) + circle(d, 0.7)); }},
        {"disc", solidCylinder(1, 0.05), [=](const Vec3& d) { return Vec3(end(d, 0.05) + circle(d, 1)); }},
        {"cone", solidCone(0.7, 2.4), [=](const Vec3& d) {
             const Vec3 apex(0, 1.2, 0), base = circle(d, 0.7) - apex;
             return apex.dot(d) > base.dot(d) ? apex : base;
         }}};
}

TEST(RoundSolids, OfSupportPointsAreAccurateToAThousandth) {
    for (const Known& known : knownSolids()) {
        SCOPED_TRACE(known.name);
        expectSame(solidOfSupport(known.support), known.solid, 1e-3);
    }
}

TEST(RoundSolids, OfSupportPointsRotateWithTheBody) {
    Random random(71);
    for (const Known& known : knownSolids()) {
        SCOPED_TRACE(known.name);
        const Pose pose = randomPose(random, 3);
        const PlacedSolid placedSolid[] = {{known.solid, pose}};
        const auto turned = [&](const Vec3& d) {
            return transformPoint(pose, known.support(pose.rotation.transpose() * d));
        };
        expectSame(solidOfSupport(turned), joined(placedSolid), 1e-3);
    }
}

TEST(RoundSolids, OfABoxsSupportPointsAreTheBoxs) {
    const auto corner = [](const Vec3& d) {
        return Vec3(std::copysign(1, d.x()), std::copysign(2, d.y()), std::copysign(3, d.z()));
    };
    expectSame(solidOfSupport(corner), massProperties(*boxMesh(Vec3(-1, -2, -3), Vec3(1, 2, 3))), 1e-14);
}

TEST(RoundSolids, WithoutVolumeHaveNone) {
    EXPECT_EQ(solidOfSupport([](const Vec3&) { return Vec3(1, 2, 3); }).volume, 0);
    EXPECT_EQ(solidOfSupport([](const Vec3& d) { return Vec3(d.x(), 0, d.z()); }).volume, 0);
}

}  // namespace
}  // namespace ricochet
