#include "algorithms/swept_contacts/sphere_proxy_contacts.h"

#include "tests/support/build_kind.h"
#include "tests/swept_contacts/swept_scene.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ricochet::test {
namespace {

const Real kCubeRadius = std::sqrt(0.03);  // metres: of the sphere about a cube of edge 0.2
// Radians: a normal between closest points may be off by the tolerance of normal cones, one degree.
constexpr Real kCone = 0.02;

SharedMesh cube() { return gridBoxMesh(Vec3(0.2, 0.2, 0.2)); }

/// Metres that a body moves in a step with this velocity in m/s.
Vec3 velocityFor(const Vec3& displacement) { return 60 * displacement; }

/// A cube that moves by `displacement` (metres) in the step, and a mesh at rest.
ContactScene cubeTowards(const SharedMesh& mesh, const Vec3& start, const Vec3& displacement) {
    ContactScene scene(cube(), at(start.x(), start.y(), start.z()), mesh, {});
    scene.input.a.motion.gravity.setZero();
    scene.input.a.motion.linearVelocity = velocityFor(displacement);
    return scene;
}

/// Adds to contacts at the present poses, which stay as they are.
PersistentContacts withProxyContacts(const ContactScene& scene, PersistentContacts present = {}) {
    PairMemory pairMemory;
    addProxyContacts(ClosePairs(), scene.input, relativeMotion(scene.input), pairMemory, present);
    return present;
}

/// A square of edge 10 in the plane y = 0 that faces up, and one in the plane x = 3 that faces it.
SharedMesh corner() {
    return makeMesh({{-5, 0, -5}, {3, 0, -5}, {3, 0, 5}, {-5, 0, 5}, {3, 10, -5}, {3, 10, 5}},
                    {{0, 2, 1}, {0, 3, 2}, {1, 2, 5}, {1, 5, 4}});
}

/// In the plane y = 2.
SharedMesh openSquare() {
    return makeMesh({{-9, 2, -9}, {9, 2, -9}, {9, 2, 9}, {-9, 2, 9}}, {{0, 2, 1}, {0, 3, 2}});
}

PairInput swapped(const PairInput& input) {
    PairInput other = input;
    std::swap(other.a, other.b);
    return other;
}

TEST(SphereProxyContacts, SwappedBodiesGetTheMirroredContacts) {
    Random random(8);
    HitRate hits;
    for (int trial = 0; trial < (kIsSlowBuild ? 20 : 60); ++trial) {
        ContactScene scene(cube(), {randomRotation(random), 3 * randomPoint(random).normalized()},
                           gridBoxMesh(Vec3(2, 1, 3), 2), {randomRotation(random), Vec3::Zero()});
        const Vec3 goal = randomPoint(random, 1.5);
        scene.input.a.motion.gravity.setZero();
        scene.input.a.motion.linearVelocity = velocityFor(1.5 * (goal - scene.input.a.pose.translation));
        const PersistentContacts contacts = withProxyContacts(scene);
        scene.input = swapped(scene.input);
        const PersistentContacts mirrored = withProxyContacts(scene);
        ASSERT_EQ(contacts.points.size(), mirrored.points.size()) << trial;
        for (std::size_t i = 0; i < contacts.points.size(); ++i) {
            const ContactPoint &x = contacts.points[i], &y = mirrored.points[i];
            EXPECT_NEAR(x.distance, y.distance, 3 * kCone) << trial;
            EXPECT_LT((x.normal + y.normal).norm(), 2 * kCone) << trial;
            EXPECT_LT((x.onA - y.onB).norm(), 6 * kCone) << trial;
            EXPECT_LT((x.onB - y.onA).norm(), 6 * kCone) << trial;
            EXPECT_EQ(x.faceA, y.faceB) << trial;
            EXPECT_EQ(x.faceB, y.faceA) << trial;
            EXPECT_EQ(x.normalOwner == NormalOwner::b, y.normalOwner == NormalOwner::a) << trial;
        }
        hits.count(!contacts.points.empty() && contacts.points[0].distance < 2.5);
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << hits.value();
}

TEST(SphereProxyContacts, OnAFlatGridEveryImpactHasTheGridsPlane) {
    Random random(9);
    ContactScene scene(cube(), {}, gridBoxMesh(Vec3(8, 2, 8), 8), at(0, -1, 0));
    scene.input.step.restGap = 0.01;
    for (int trial = 0; trial < (kIsSlowBuild ? 20 : 100); ++trial) {
        const Vec3 start(uniform(random, -1, 1), uniform(random, 0.3, 1), uniform(random, -1, 1));
        scene.input.a.pose = {randomRotation(random), start};
        scene.input.a.motion.centre = start;
        scene.input.a.motion.gravity.setZero();
        scene.input.a.motion.linearVelocity =
            velocityFor(Vec3(uniform(random, -2, 2), -1.5, uniform(random, -2, 2)));
        const PersistentContacts contacts = withProxyContacts(scene);
        ASSERT_EQ(contacts.points.size(), 1u) << trial;
        const ContactPoint& contact = contacts.points[0];
        EXPECT_LT((contact.normal - Vec3(0, 1, 0)).norm(), kCone) << trial;
        const Real distance = std::max(start.y() - kCubeRadius, 0.2 * kCubeRadius) - 0.01;
        EXPECT_NEAR(contact.distance, distance, kCone) << trial;
        EXPECT_EQ(contact.onA, start) << trial;  // so that it does not rotate the body
    }
}

/// Of one patch each.
PersistentContacts presentContacts(std::span<const ContactPoint> contacts) {
    PersistentContacts memory;
    for (const ContactPoint& contact : contacts) {
        memory.patches.push_back({contact.normal, static_cast<Index>(memory.points.size()), 1});
        memory.points.push_back(contact);
    }
    return memory;
}

ContactPoint contactOn(const Vec3& onB, const Vec3& normal, Real distance) {
    ContactPoint contact;
    contact.normal = normal;
    contact.onB = onB;
    contact.onA = onB + distance * normal;
    contact.distance = distance;
    return contact;
}

/// Each of its searches uses up the budget of a swept search.
class ExhaustingPairs final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return ClosePairs().build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        ++searches;
        memory.counters.boxTests += SweptBudget::kOfAPair;
        ClosePairs().findFacePairs(a, b, queryDistance, memory, out);
    }
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override {
        return ClosePairs().findFirstPair(a, b, memory);
    }

    mutable int searches = 0;
};

TEST(SphereProxyContacts, ASearchThatEndsEarlyStopsTheProxyWhereItsSphereMeetsAWall) {
    const ContactScene scene = cubeTowards(corner(), Vec3(0, 1, 0), Vec3(4, 0, 0));
    const ExhaustingPairs narrowPhase;
    PairMemory pairMemory;
    PersistentContacts contacts;
    addProxyContacts(narrowPhase, scene.input, relativeMotion(scene.input), pairMemory, contacts);
    EXPECT_EQ(narrowPhase.searches, 1);
    EXPECT_NEAR(freeDisplacement(contacts.points, Vec3(-1, 0, 0)), 3 - kCubeRadius, 1e-3);
}

TEST(SphereProxyContacts, AProxyThatSlidesAlongAPlaneIsSweptOnlyWhereItMeetsMore) {
    Random random(10);
    const Real radius = std::sqrt(3e-4);
    for (int trial = 0; trial < 40; ++trial) {
        const Pose pose = {randomRotation(random), randomPoint(random, 5)};
        const bool meetsTheWall = trial % 2 == 1;  // at 3
        const Vec3 start = transformPoint(pose, Vec3(0, radius, 0)), up = pose.rotation.col(1),
                   ahead = pose.rotation.col(0);
        ContactScene scene(gridBoxMesh(Vec3(0.02, 0.02, 0.02)), {randomRotation(random), start}, corner(),
                           pose);
        scene.input.a.motion.gravity.setZero();
        scene.input.a.motion.linearVelocity = velocityFor((meetsTheWall ? 4 : 2) * ahead);
        scene.input.a.motion.angularVelocity = -400 * pose.rotation.col(2);
        scene.input.b.motion.gravity = Vec3(0, 0, 1e-6);  // so that there are no bounding planes
        const ExhaustingPairs narrowPhase;
        PairMemory pairMemory;
        PersistentContacts contacts = presentContacts(std::array{contactOn(start - radius * up, up, 0)});
        addProxyContacts(narrowPhase, scene.input, relativeMotion(scene.input), pairMemory, contacts);
        EXPECT_EQ(narrowPhase.searches, meetsTheWall ? 1 : 0) << trial;
        EXPECT_EQ(std::isfinite(freeDisplacement(contacts.points, -ahead)), meetsTheWall) << trial;
        EXPECT_NEAR(freeDisplacement(contacts.points, up), 0, 1e-12);  // the present one
    }
}

TEST(SphereProxyContacts, AfterAnImpactTheProxySlidesToTheNextOne) {
    const ContactScene scene = cubeTowards(corner(), Vec3(0, 1, 0), Vec3(4, -4, 0));
    const PersistentContacts contacts = withProxyContacts(scene);
    ASSERT_EQ(contacts.points.size(), 2u);
    EXPECT_NEAR(freeDisplacement(contacts.points, Vec3(0, 1, 0)), 1 - kCubeRadius, 1e-3);
    EXPECT_NEAR(freeDisplacement(contacts.points, Vec3(-1, 0, 0)), 3 - kCubeRadius, 1e-3);
}

TEST(SphereProxyContacts, AnOpenSurfaceHoldsABodyThatItCutsOnTheSideOfItsCentre) {
    for (const Real side : {1, -1}) {
        ContactScene scene = cubeTowards(openSquare(), Vec3(0, 2 + side * 0.05, 0), Vec3(1, 0, 0));
        const PersistentContacts contacts = withProxyContacts(scene);
        ASSERT_EQ(contacts.points.size(), 1u);
        EXPECT_NEAR(contacts.points[0].normal.y(), side, 1e-12);
        EXPECT_NEAR(contacts.points[0].distance, 0.2 * kCubeRadius, 1e-12);
        scene.input = swapped(scene.input);
        const PersistentContacts mirrored = withProxyContacts(scene);
        ASSERT_EQ(mirrored.points.size(), 1u);
        EXPECT_NEAR(mirrored.points[0].normal.y(), -side, 1e-12);
    }
}

TEST(SphereProxyContacts, AnImpactAtASeamBetweenTilesHasTheTilesPlane) {
    const Vec3 down = Vec3(0.1, 0.1, 0.1).normalized();  // a corner of the cube and an edge there: along x
    Matrix3 axes;
    axes << Vec3(Vec3(-1, 0, 0) - Vec3(-1, 0, 0).dot(down) * down).normalized(), -down, Vec3::Zero();
    axes.col(2) = axes.col(0).cross(axes.col(1));
    const Pose pose = {axes.transpose(), Vec3(-0.03, 0.5 + kCubeRadius, 0.01)};
    ContactScene scene(cube(), pose, gridBoxMesh(Vec3(4, 1, 4)), at(2, -0.5, 0));
    scene.input.a.motion.gravity.setZero();
    scene.input.a.motion.linearVelocity = velocityFor(Vec3(0, -1, 0));
    const ClosePairs narrowPhase;
    const std::vector<Neighbour> tiles = {{scene.modelB, &narrowPhase, at(-2, -0.5, 0)}};
    EXPECT_LT(withProxyContacts(scene).points.at(0).normal.y(), 0.9);
    scene.input.step.besideB = tiles;
    EXPECT_NEAR(withProxyContacts(scene).points.at(0).normal.y(), 1, 1e-12);
    scene.input = swapped(scene.input);
    std::swap(scene.input.step.besideA, scene.input.step.besideB);
    EXPECT_NEAR(withProxyContacts(scene).points.at(0).normal.y(), -1, 1e-12);
}

TEST(SphereProxyContacts, OnlyTheBackSideOfAWallIsDropped) {
    const ContactScene scene = cubeTowards(gridBoxMesh(Vec3(1, 1, 1)), Vec3(0, 9, 0), Vec3(0, 0, 1));
    const ContactPoint front = contactOn(Vec3(0, 8.9, 0), Vec3(0, 1, 0), 0.01),
                       back = contactOn(Vec3(0, 8.8, 0), Vec3(0, -1, 0), 0.01),
                       beside = contactOn(Vec3(0.05, 9, 0), Vec3(1, 0, 0), 0.01);
    const auto patches = [&](std::vector<ContactPoint> present) {
        return withProxyContacts(scene, presentContacts(present)).patches.size();
    };
    EXPECT_EQ(patches({front, back, beside}), 2u);
    EXPECT_EQ(patches({back, front}), 1u);
    EXPECT_EQ(patches({back, beside}), 2u);
}

TEST(SphereProxyContacts, ATouchingContactGetsAPlaneAtTheCentre) {
    ContactScene scene = cubeTowards(gridBoxMesh(Vec3(1, 1, 1)), Vec3(0, 9, 0), Vec3(0, 0, 1));
    const Vec3 beside(0.1, 8.9, 0.1), up(0, 1, 0);
    const auto added = [&](const Vec3& normal, Real distance) {
        const PersistentContacts present = presentContacts(std::array{contactOn(beside, normal, distance)});
        return withProxyContacts(scene, present).points.size() - 1;
    };
    EXPECT_EQ(added(up, 0.9e-3 * kCubeRadius), 1u);
    EXPECT_EQ(added(up, -0.01), 1u);
    EXPECT_EQ(added(up, 1.1e-3 * kCubeRadius), 0u);
    EXPECT_EQ(added(-up, 0), 0u);  // its back side
    const PersistentContacts present = presentContacts(std::array{contactOn(beside, up, 0)});
    const ContactPoint plane = withProxyContacts(scene, present).points.back();
    EXPECT_EQ(plane.onA, Vec3(0, 9, 0));
    EXPECT_NEAR(plane.distance, 0.2 * kCubeRadius, 1e-12);
}

/// The plane x = 0 through which a body beside it may not be pushed; infinite: none.
Real boundAlongX(const ContactScene& scene) {
    return freeDisplacement(withProxyContacts(scene).points, Vec3(1, 0, 0));
}

TEST(SphereProxyContacts, ABoundingPlaneLeavesTheProxyItsOwnMotion) {
    const SharedMesh wall = gridBoxMesh(Vec3(2, 20, 20));  // its side: x = 1
    EXPECT_NEAR(boundAlongX(cubeTowards(wall, Vec3(2, 0, 0), Vec3(0, 0, 1))), 1 - kCubeRadius, 1e-12);
    EXPECT_NEAR(boundAlongX(cubeTowards(wall, Vec3(1.2, 0, 0), Vec3(0.5, 0, 1))), 0.2 * kCubeRadius, 1e-12);
    EXPECT_NEAR(boundAlongX(cubeTowards(wall, Vec3(1.2, 0, 0), Vec3(-0.08, 0, 1))), 0.08, 1e-12);
}

TEST(SphereProxyContacts, BoundingPlanesAreForSurfacesWithinFourDisplacements) {
    const SharedMesh wall = gridBoxMesh(Vec3(2, 40, 40));
    const Real farthest = 1 + kCubeRadius + 4 * 0.5;
    EXPECT_TRUE(std::isfinite(boundAlongX(cubeTowards(wall, Vec3(farthest - 0.01, 0, 0), Vec3(0, 0, 0.5)))));
    EXPECT_FALSE(std::isfinite(boundAlongX(cubeTowards(wall, Vec3(farthest + 0.01, 0, 0), Vec3(0, 0, 0.5)))));
}

TEST(SphereProxyContacts, AMovingBodyHasNoBoundingPlanes) {
    const SharedMesh wall = gridBoxMesh(Vec3(2, 20, 20));
    for (Vec3 BodyMotion::*part :
         {&BodyMotion::linearVelocity, &BodyMotion::angularVelocity, &BodyMotion::gravity}) {
        ContactScene scene = cubeTowards(wall, Vec3(2, 0, 0), Vec3(0, 0, 1));
        scene.input.b.motion.*part = Vec3(0, 0, 1e-6);
        EXPECT_FALSE(std::isfinite(boundAlongX(scene)));
    }
}

TEST(SphereProxyContacts, AtMostEightBoundingPlanesSurroundTheProxy) {
    const PersistentContacts contacts =
        withProxyContacts(cubeTowards(sphereMesh(12, 8, 1), Vec3(0.02, 0.03, 0.01), Vec3(0, 0, 0.3)));
    EXPECT_EQ(contacts.points.size(), 8u);
    const PersistentContacts inACube =
        withProxyContacts(cubeTowards(gridBoxMesh(Vec3(2, 2, 2)), Vec3(0.02, 0.03, 0.01), Vec3(0, 0, 0.3)));
    EXPECT_EQ(inACube.points.size(), 6u);
}

}  // namespace
}  // namespace ricochet::test
