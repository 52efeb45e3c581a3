#include "algorithms/contact/contact.h"

#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::test {
namespace {

const Vec3 kYAxis(0, 1, 0);

ContactScene cubeOverFloor(Real gap, Index floorDivisions = 1) {
    return {gridBoxMesh(Vec3(1, 1, 1)), at(0.013, 0.5 + gap, -0.021),
            gridBoxMesh(Vec3(10, 2, 10), floorDivisions), at(0, -1, 0)};
}

TEST(Contact, CubeOnFloorStandsOnItsFourCorners) {
    const PersistentContacts memory = cubeOverFloor(0.0005).contacts();
    ASSERT_EQ(memory.patches.size(), 1u);
    ASSERT_EQ(memory.points.size(), 4u);
    for (const ContactPoint& point : memory.points) {
        EXPECT_NEAR((point.normal - kYAxis).norm(), 0, 1e-12);
        EXPECT_NEAR(point.distance, 0.0005, 1e-12);
        EXPECT_NEAR(point.onB.y(), 0, 1e-12);
        EXPECT_NEAR(std::abs(point.onA.x() - 0.013), 0.5, 1e-12);
        EXPECT_NEAR((point.onA - point.distance * point.normal - point.onB).norm(), 0, 1e-12);
    }
}

TEST(Contact, RestGapIsSubtractedFromTheDistance) {
    ContactScene scene = cubeOverFloor(0.0805);
    scene.input.step.restGap = 0.08;
    const PersistentContacts memory = scene.contacts();
    ASSERT_EQ(memory.points.size(), 4u);
    for (const ContactPoint& point : memory.points) EXPECT_NEAR(point.distance, 0.0005, 1e-12);
}

TEST(Contact, NoContactsBeyondTheQueryDistance) {
    EXPECT_TRUE(cubeOverFloor(0.02).contacts().points.empty());
}

TEST(Contact, FastBodyHasContactsFromFartherAway) {
    ContactScene scene = cubeOverFloor(0.1);
    scene.input.a.motion.linearVelocity = {0, -10, 0};
    EXPECT_EQ(scene.contacts().points.size(), 4u);
}

TEST(Contact, RecedingFastBodyHasNoContacts) {
    ContactScene scene = cubeOverFloor(0.1);
    scene.input.a.motion.linearVelocity = {0, 10, 0};
    EXPECT_TRUE(scene.contacts().points.empty());
}

TEST(Contact, FastBodyFindsFacesBesideItsPath) {
    // It may be deflected towards the floor.
    ContactScene scene = cubeOverFloor(0.1);
    scene.input.a.motion.linearVelocity = {10, 0, 0};
    EXPECT_EQ(scene.contacts().points.size(), 4u);
}

/// A slope of 45 degrees that ends at a floor along the z axis.
std::shared_ptr<const Mesh> slopeAndFloor() {
    const std::vector<Vec3> outline = {{-1, -1, 0}, {3, -1, 0}, {3, 0, 0}, {0, 0, 0}, {-1, 1, 0}};
    const auto corners = static_cast<Index>(outline.size());
    std::vector<Vec3> vertices;
    for (const Real z : {2.0, -2.0}) {
        for (const Vec3& point : outline) vertices.emplace_back(point.x(), point.y(), z);
    }
    std::vector<Face> faces;
    for (Index i = 0; i < corners; ++i) {
        const Index j = (i + 1) % corners;
        faces.push_back({i, i + corners, j});
        faces.push_back({j, i + corners, j + corners});
        if (i == 0 || j == 0) continue;
        faces.push_back({0, i, j});
        faces.push_back({corners, j + corners, i + corners});
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

TEST(Contact, ABodyThatSlidesDownASlopeMeetsTheFloorAtItsFoot) {
    constexpr Real kHalf = 0.1, kHeight = 0.02;
    const Vec3 downhill = Vec3(1, -1, 0).normalized(), outOfSlope = Vec3(1, 1, 0).normalized();
    const Vec3 leading(-kHeight, kHeight, 0);
    const Vec3 centre = leading + kHalf * (outOfSlope - downhill);
    ContactScene scene(gridBoxMesh(2 * kHalf * Vec3(1, 1, 1)),
                       turned(std::numbers::pi / 4, Vec3::UnitZ(), centre), slopeAndFloor(), Pose{});
    const auto seesFloor = [&] {
        const PersistentContacts memory = scene.contacts(ClosePairs());
        expectSame(scene.contacts(AllPairs(3)), memory);
        return std::ranges::any_of(memory.points, [&](const ContactPoint& point) {
            return point.normal.dot(kYAxis) > 0.999 && std::abs(point.distance - kHeight) < 1e-6;
        });
    };
    EXPECT_FALSE(seesFloor());
    scene.input.a.motion.linearVelocity = 2.4 * downhill;
    EXPECT_TRUE(seesFloor());
    scene.input.a.motion.linearVelocity = -2.4 * downhill;
    EXPECT_FALSE(seesFloor());
}

TEST(Contact, TheQueryCoversTheRequestedDistance) {
    ContactScene scene = cubeOverFloor(0.9);
    scene.input.step.minimumQueryDistance = 1;
    const PersistentContacts memory = scene.contacts();
    ASSERT_EQ(memory.points.size(), 4u);
    EXPECT_NEAR(memory.points[0].distance, 0.9, 1e-12);
}

TEST(Contact, InnerEdgesOfATessellatedFloorHaveNoContacts) {
    for (Real gap : {0.0005, -0.0005}) {
        ContactScene scene = cubeOverFloor(gap, 16);
        scene.input.a.motion.linearVelocity = {3, 0, 1};
        const PersistentContacts memory = scene.contacts();
        ASSERT_GE(memory.points.size(), 4u);
        for (const ContactPoint& point : memory.points) EXPECT_GT(point.normal.y(), 0.9999);
    }
}

TEST(Contact, CrossedEdgesPushAlongTheirCommonPerpendicular) {
    // Two cubes, edge on edge, at a right angle.
    const Real quarter = std::numbers::pi / 4;
    const ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), turned(quarter, Vec3(0, 0, 1), Vec3(0, 1.4147, 0)),
                             gridBoxMesh(Vec3(1, 1, 1)), turned(quarter, Vec3(1, 0, 0), Vec3(0, 0, 0)));
    const PersistentContacts memory = scene.contacts();
    ASSERT_EQ(memory.points.size(), 1u);
    EXPECT_NEAR((memory.points[0].normal - kYAxis).norm(), 0, 1e-9);
    EXPECT_NEAR(memory.points[0].distance, 1.4147 - std::sqrt(2.0), 1e-9);
}

TEST(Contact, CrossedEdgesDeeperThanTheQueryDistancePushAsWell) {
    // A ridge through a strip: only the strip's boundary edges have contacts with it.
    constexpr Real kDepth = 0.006;
    const auto strip =
        *Mesh::createTwoSided({{0, 0, -2}, {0, 0, 2}, {0.4, 0, 2}, {0.4, 0, -2}}, {{0, 1, 2}, {0, 2, 3}});
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)),
                       turned(std::numbers::pi / 4, Vec3(1, 0, 0), Vec3(0.2, std::sqrt(0.5) - kDepth, 0)),
                       strip, Pose{});
    scene.input.a.motion.gravity.setZero();
    const PersistentContacts memory = scene.contacts(ClosePairs());
    EXPECT_LT(memory.speculativeDistance, kDepth / 5);
    ASSERT_EQ(memory.points.size(), 4u);  // with edges of fronts and of backs
    for (const ContactPoint& point : memory.points) {
        EXPECT_NEAR(point.distance, -kDepth, 1e-9);
        EXPECT_GT(point.normal.y(), 0.999);
    }
    expectSame(scene.contacts(AllPairs(2)), memory);
}

TEST(Contact, ParallelEdgesTouchAtBothEndsOfTheirCommonPart) {
    const Real quarter = std::numbers::pi / 4;
    const Vec3 z(0, 0, 1);
    const ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), turned(quarter, z, Vec3(0, 1.4147, 0.25)),
                             gridBoxMesh(Vec3(1, 1, 1)), turned(quarter, z, Vec3(0, 0, 0)));
    const PersistentContacts memory = scene.contacts();
    ASSERT_EQ(memory.points.size(), 2u);
    for (const ContactPoint& point : memory.points) EXPECT_NEAR((point.normal - kYAxis).norm(), 0, 1e-9);
    const auto [low, high] = std::minmax(memory.points[0].onA.z(), memory.points[1].onA.z());
    EXPECT_NEAR(low, -0.25, 1e-9);
    EXPECT_NEAR(high, 0.5, 1e-9);
}

TEST(Contact, ParallelEdgesThatPassBesideOneAnotherDoNotStrike) {
    // A box that falls past the top edge of another one, half a slop beside it.
    constexpr Real kAside = 5e-4;
    for (const Real above : {kAside, 0.2 * kAside, -0.2 * kAside, -kAside}) {
        ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(-1 - kAside, 1 + above, 0.25),
                           gridBoxMesh(Vec3(1, 1, 1)), Pose{});
        scene.input.a.motion.linearVelocity = Vec3(0, -1, 0);
        const PersistentContacts memory = scene.contacts();
        ASSERT_FALSE(memory.points.empty());
        for (const ContactPoint& point : memory.points) {
            EXPECT_NEAR((point.normal - Vec3(-1, 0, 0)).norm(), 0, 1e-9) << above;
            EXPECT_NEAR(point.distance, kAside, 1e-9) << above;
        }
    }
}

TEST(Contact, DoesNotDependOnTheSupersetNorOnItsOrder) {
    Random random(11);
    const auto torus = ring(16, 8, 0.4);
    HitRate hits;
    for (int i = 0; i < 24; ++i) {
        const Pose poseB = turned(uniform(random, 0, 6), randomPoint(random), 1.4 * randomPoint(random));
        ContactScene scene(torus, Pose{}, torus, poseB);
        scene.input.a.motion.linearVelocity = 2 * randomPoint(random);
        scene.input.b.motion.angularVelocity = randomPoint(random);
        const PersistentContacts exact = scene.contacts(ClosePairs());
        expectSame(scene.contacts(AllPairs()), exact);
        expectSame(scene.contacts(AllPairs(5)), exact);
        hits.count(!exact.points.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << hits.value();
}

TEST(Contact, PointPastTheSharpCornerOfAFaceDoesNotDependOnTheSuperset) {
    // A pit whose walls meet in sharp corners at its pole. Past them a point is near every edge's line and
    // far from the face.
    Random random(5);
    const auto pit = insideOut(*sphereMesh(40, 4));
    const auto sphere = sphereMesh(12, 8, 0.3);
    HitRate hits;
    for (int i = 0; i < (kIsSlowBuild ? 20 : 80); ++i) {
        ContactScene scene(sphere, at(0, 0, 0), pit, Pose{});
        scene.input.a.pose.translation = Vec3(0, 0, 0.64) + 0.18 * randomPoint(random);
        scene.input.a.motion.linearVelocity = 5 * randomPoint(random);
        const PersistentContacts exact = scene.contacts(ClosePairs());
        expectSame(scene.contacts(AllPairs(7)), exact);
        hits.count(!exact.points.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.2, 1)) << hits.value();
}

TEST(Contact, SwappedBodiesGiveTheSameContactsReversed) {
    const auto torus = ring(16, 8, 0.4);
    const Pose above = turned(0.3, Vec3(1, 2, 0.5), Vec3(0.4, 0.81, 0.1));
    ContactScene forth(torus, above, torus, Pose{});
    ContactScene back(torus, Pose{}, torus, above);
    std::swap(back.input.a.motion, back.input.b.motion);
    const PersistentContacts x = forth.contacts(), y = back.contacts();
    ASSERT_FALSE(x.points.empty());
    ASSERT_EQ(x.points.size(), y.points.size());
    for (const ContactPoint& point : x.points) {
        EXPECT_TRUE(std::ranges::any_of(y.points, [&](const ContactPoint& other) {
            return (other.onA - point.onB).norm() < 1e-9 && (other.normal + point.normal).norm() < 1e-9;
        }));
    }
}

TEST(Contact, PatchesHoldAtMostFourPointsAndShareANormal) {
    const auto torus = ring(32, 16);
    const ContactScene scene(torus, at(0.02, 0.589, 0.01), torus, Pose{});
    const PersistentContacts memory = scene.contacts();
    ASSERT_FALSE(memory.patches.empty());
    for (const Patch& patch : memory.patches) {
        EXPECT_GE(patch.count, 1u);
        EXPECT_LE(patch.count, 4u);
        for (Index i = patch.begin; i < patch.begin + patch.count; ++i) {
            EXPECT_GT(memory.points[i].normal.dot(patch.normal), 0.985);
        }
    }
}

TEST(Contact, PatchesAreLimitedInNumber) {
    ContactSettings settings;
    settings.maxPatches = 1;
    const ContactScene scene(ring(24, 12, 0.4), turned(1.1, Vec3(1, 1, 0), Vec3(0.9, 0.1, 0)),
                             ring(24, 12, 0.4), Pose{});
    EXPECT_EQ(scene.contacts(AllPairs(), settings).patches.size(), 1u);
    EXPECT_GT(scene.contacts().patches.size(), 1u);
}

TEST(Contact, CountsThePairsThatIntersect) {
    EXPECT_EQ(cubeOverFloor(0.001).contacts().intersectingPairs, 0u);
    EXPECT_GT(cubeOverFloor(-0.001).contacts().intersectingPairs, 0u);
}

TEST(Contact, PegInAHoleKeepsItsClearance) {
    ContactScene scene = cubeOverFloor(0.004);
    EXPECT_EQ(scene.contacts().points.size(), 0u);  // gravity's share and the linear slop are 3.6 mm
    scene.input.a.motion.linearVelocity = {0, -1, 0};
    EXPECT_EQ(scene.contacts().points.size(), 4u);
    ContactSettings settings;
    settings.clearance = 0.002;
    EXPECT_EQ(scene.contacts(AllPairs(), settings).points.size(), 0u);
}

TEST(Contact, FacesWithoutAreaAreHarmless) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    std::vector<Vec3> vertices = cube->vertices();
    std::vector<Face> faces = cube->faces();
    vertices.emplace_back(0, -0.5, 0);
    const Index added = static_cast<Index>(vertices.size() - 1);
    faces.push_back({added, added, added});
    faces.push_back({0, added, 0});
    const ContactScene scene(*Mesh::create(vertices, faces), at(0, 0.5005, 0), gridBoxMesh(Vec3(10, 2, 10)),
                             at(0, -1, 0));
    EXPECT_EQ(scene.contacts().points.size(), 4u);
}

}  // namespace
}  // namespace ricochet::test
