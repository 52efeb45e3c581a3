#include "algorithms/contact/intersection/intersection_loops.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

constexpr Real kHalf = 6;

std::vector<Vec3> squareCorners(Real half) {
    return {{-half, 0, -half}, {-half, 0, half}, {half, 0, half}, {half, 0, -half}};
}
const std::vector<Face> kUp = {{0, 1, 2}, {0, 2, 3}}, kDown = {{0, 2, 1}, {0, 3, 2}};

std::shared_ptr<const Mesh> square(const std::vector<Face>& faces = kUp, Real half = kHalf) {
    return *Mesh::createTwoSided(squareCorners(half), faces);
}

/// The first step of a ring with its centre at `y`.
PersistentContacts ringAt(Real y, const std::shared_ptr<const Mesh>& ground) {
    return ContactScene(ring(32, 16), at(0, y, 0), ground, Pose{}).contacts();
}

TEST(OpenSurfaceContacts, AHalfSunkRingIsPushedOffAnOpenSurfaceAsOffASolid) {
    const PersistentContacts solid =
        ContactScene(ring(32, 16), at(0, 0, 0), gridBoxMesh(Vec3(12, 2, 12)), at(0, -1, 0)).contacts();
    const PersistentContacts open = ringAt(0, square());
    ASSERT_FALSE(open.points.empty());
    EXPECT_NEAR((deepestOf(open).normal - Vec3(0, 1, 0)).norm(), 0, 1e-9);
    EXPECT_NEAR(deepestOf(open).distance, deepestOf(solid).distance, 1e-6);
    for (const ContactPoint& point : open.points) EXPECT_GT(point.normal.y(), -0.1);
}

TEST(OpenSurfaceContacts, TheOrderOfTheBodiesOnlyReversesTheNormal) {
    const ContactScene scene(square(), Pose{}, ring(32, 16), at(0, 0, 0));
    EXPECT_NEAR((deepestOf(scene.contacts()).normal - Vec3(0, -1, 0)).norm(), 0, 1e-9);
}

TEST(OpenSurfaceContacts, WithoutHistoryFrontsAreOutsideUnlessMostOfTheBodyIsBehindThem) {
    EXPECT_GT(deepestOf(ringAt(-0.1, square(kUp))).normal.y(), 0.99);
    EXPECT_LT(deepestOf(ringAt(0.1, square(kDown))).normal.y(), -0.99);
    EXPECT_LT(deepestOf(ringAt(-0.25, square(kUp))).normal.y(), -0.99);
    EXPECT_GT(deepestOf(ringAt(0.25, square(kDown))).normal.y(), 0.99);
}

/// Rotation widens the cones of normals, up to the angle between a fine body's faces.
TEST(OpenSurfaceContacts, ASpinningBodyIsOnTheSideWhereItIs) {
    Random random(35);
    std::vector<Vec3> hill, bowl;  // of nearly flat edges
    std::vector<Face> faces;
    constexpr Index kCells = 20;
    for (Index i = 0; i <= kCells; ++i) {
        for (Index k = 0; k <= kCells; ++k) {
            const Real x = 0.2 * i - 2, z = 0.2 * k - 2;
            hill.emplace_back(x, -0.1 * (x * x + z * z), z);
            bowl.emplace_back(x, 0.1 * (x * x + z * z), z);
            if (i == kCells || k == kCells) continue;
            const Index a = i * (kCells + 1) + k;
            faces.push_back({a, a + 1, a + kCells + 2});
            faces.push_back({a, a + kCells + 2, a + kCells + 1});
        }
    }
    int contacts = 0;
    for (const auto& vertices : {hill, bowl}) {
        const std::shared_ptr<const Mesh> open = *Mesh::createTwoSided(vertices, faces);
        for (int trial = 0; trial < 40; ++trial) {
            const auto sphere = sphereMesh(40, 20, 0.5);
            const Vec3 spin = uniform(random, 2, 12) * randomPoint(random).normalized();
            const Real side = trial % 2 == 0 ? 1 : -1, gap = uniform(random, 1e-4, 4e-3);
            ContactScene scene(sphere,
                               turned(uniform(random, 0, 3), randomPoint(random), {0, side * (0.5 + gap), 0}),
                               open, Pose{});
            scene.input.step.timeStep = 1.0 / 60;
            scene.input.a.motion.centre = scene.input.a.pose.translation;
            scene.input.a.motion.angularVelocity = spin;
            scene.input.a.motion.linearVelocity = Vec3(0, -side, 0);
            for (const ContactPoint& point : scene.contacts(BoxPairs()).points) {
                EXPECT_GT(side * point.normal.y(), 0) << "trial " << trial << ", spin " << spin.norm();
                ++contacts;
            }
        }
    }
    EXPECT_GE(contacts, 2 * 40);
}

/// A ring and a square, step by step.
struct RingOnOpenSurface : testing::Test {
    ContactScene scene{ring(32, 16), Pose{}, square(), Pose{}};
    PairMemory pairMemory;
    PersistentContacts memory;

    Real pushAt(Real y) {
        scene.input.a.pose.translation = {0.1, y, 0.2};
        scene.input.a.motion.centre = scene.input.a.pose.translation;
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        return memory.points.empty() ? 0 : deepestOf(memory).normal.y();
    }
};

TEST_F(RingOnOpenSurface, ReturnsToTheSideOfItsLastContacts) {
    const Real onTop = ring(32, 16)->box().max.y();
    EXPECT_GT(pushAt(onTop), 0.99);
    for (const Real y : {0.1, -0.1, -0.25, -0.28}) EXPECT_GT(pushAt(y), 0.99) << y;
    EXPECT_EQ(pushAt(-1), 0);
    EXPECT_LT(pushAt(-onTop), -0.99);  // it moved around the surface
    for (const Real y : {-0.1, 0.1, 0.25, 0.28}) EXPECT_LT(pushAt(y), -0.99) << y;
}

TEST_F(RingOnOpenSurface, ReturnsToTheSideItCameFromWithoutContacts) {
    EXPECT_EQ(pushAt(2), 0);
    EXPECT_GT(pushAt(-0.27), 0.99);
    EXPECT_EQ(pushAt(-2), 0);
    EXPECT_LT(pushAt(0.27), -0.99);
}

/// A block above an open surface and an arm of the same body below it, each a tenth of a metre from it.
TEST(OpenSurfaceContacts, AnArmReturnsToItsOwnSideRegardlessOfTheRestOfTheBody) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const auto& [height, middle] : {std::pair(3.0, 1.6), std::pair(0.4, -0.3)}) {
        const auto part = gridBoxMesh(Vec3(1, height, 1), 4);
        const auto first = static_cast<Index>(vertices.size());
        for (const Vec3& v : part->vertices()) vertices.push_back(v + Vec3(0, middle, 0));
        for (const Face& f : part->faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    ContactScene scene(makeMesh(vertices, faces), Pose{}, square(), Pose{});
    PairMemory pairMemory;
    PersistentContacts memory;
    const auto pushAt = [&](Real y) {
        scene.input.a.pose.translation = {0.1, y, 0.2};
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        return memory.points.empty() ? 0 : deepestOf(memory).normal.y();
    };
    EXPECT_EQ(pushAt(0), 0);
    for (const Real y : {0.15, 0.3, 0.2}) EXPECT_LT(pushAt(y), -0.99) << y;
    EXPECT_EQ(pushAt(0), 0);
    for (const Real y : {-0.15, -0.3, -0.2}) EXPECT_GT(pushAt(y), 0.99) << y;
}

TEST_F(RingOnOpenSurface, ATeleportedBodyStaysWhereItIs) {
    EXPECT_EQ(pushAt(100), 0);
    EXPECT_LT(pushAt(-0.27), -0.99);
}

TEST(OpenSurfaceContacts, ATerrainPushesUp) {
    const auto terrain = *Mesh::create(squareCorners(kHalf), kUp);
    ContactScene scene(ring(32, 16), Pose{}, terrain, Pose{});
    scene.surfaceB = buildContactSurface(*terrain, Vec3(0, 1, 0));
    scene.input.b.surface = scene.surfaceB.get();
    for (const Real y : {0.1, -0.1, -0.28, -1.0, -3.0}) {
        scene.input.a.pose = at(0, y, 0);
        const PersistentContacts memory = scene.contacts(ClosePairs());
        ASSERT_FALSE(memory.points.empty()) << y;
        EXPECT_GT(deepestOf(memory).normal.y(), 0.99) << y;
        EXPECT_LT(deepestOf(memory).distance, -0.1) << y;
    }
    scene.input.a.pose = at(2 * kHalf, -1, 0);  // beside it
    EXPECT_TRUE(scene.contacts(ClosePairs()).points.empty());
    scene.input.a.pose = at(0, 1, 0);
    EXPECT_TRUE(scene.contacts(ClosePairs()).points.empty());
}

TEST(OpenSurfaceContacts, AnOpenBodyLeavesASolidThroughTheFaceItCrosses) {
    const auto block = gridBoxMesh(Vec3(8, 2, 8));
    const auto leaf = *Mesh::createTwoSided({{0, -0.3, 0}, {0.5, 0.4, 0}, {-0.5, 0.4, 0}}, {{0, 1, 2}});
    for (const Real turn : {0.0, 0.4, 1.2}) {
        const ContactScene scene(leaf, turned(turn, {0, 1, 0}, {0.1, 1, 0.2}), block, Pose{});
        const PersistentContacts memory = scene.contacts(ClosePairs());
        ASSERT_FALSE(memory.points.empty()) << turn;
        EXPECT_NEAR((deepestOf(memory).normal - Vec3(0, 1, 0)).norm(), 0, 1e-9) << turn;
        EXPECT_NEAR(deepestOf(memory).distance, -0.3, 1e-6) << turn;
    }
}

/// Six leaves at a point, each through another side of the cube: neither the straight pieces of the curve nor
/// the faces have a direction in common.
TEST(OpenSurfaceContacts, LeavesThroughAllSidesOfASolidTouch) {
    std::vector<Vec3> vertices = {Vec3::Zero()};
    std::vector<Face> faces;
    for (Index side = 0; side < 6; ++side) {
        const Vec3 out = side % 2 == 0 ? Vec3::Unit(side / 2) : Vec3(-Vec3::Unit(side / 2));
        const Vec3 across = 0.2 * Vec3::Unit((side / 2 + 1) % 3);
        const auto first = static_cast<Index>(vertices.size());
        vertices.insert(vertices.end(), {out - across, out + across});
        faces.push_back({0, first, first + 1});
    }
    const auto leaves = *Mesh::createTwoSided(vertices, faces);
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    const Vec3 away(0.05, 0.02, 0);
    const PersistentContacts memory =
        ContactScene(leaves, at(away.x(), away.y(), away.z()), cube, Pose{}).contacts(ClosePairs());
    ASSERT_FALSE(memory.points.empty());
    EXPECT_LT(deepestOf(memory).distance, -0.4);
    EXPECT_NEAR((deepestOf(memory).normal - away.normalized()).norm(), 0, 1e-9);
}

/// The part of a cube that overhangs the boundary is beside the surface, not deep in it.
TEST(OpenSurfaceContacts, ABoundaryThatHardlyEntersABodyIsNotDeep) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    for (const Real in : {0.001, 0.02, 0.2}) {
        const ContactScene scene(cube, at(kHalf + 0.5 - in, 0.1, 0), square(), Pose{});
        const PersistentContacts memory = scene.contacts(ClosePairs());
        ASSERT_FALSE(memory.points.empty()) << in;
        for (const ContactPoint& point : memory.points) {
            EXPECT_GT(point.distance, -in - 1e-3) << in;
        }
    }
}

/// The boundary is one long edge. In the cube the surface has far more vertices than sample a patch, and none
/// of them is as deep as the boundary.
TEST(OpenSurfaceContacts, TheDepthAtABoundaryDoesNotDependOnTheNumberOfVertices) {
    constexpr Real kIn = 0.6;
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    const std::vector<Real> xs = {-kHalf, 5.45, 5.5, 5.55, 5.6, 5.65, 5.7};
    constexpr Index kAcross = 60;
    for (const Real x : xs) {
        for (Index k = 0; k <= kAcross; ++k) vertices.emplace_back(x, 0, -1.5 + 3.0 * k / kAcross);
    }
    for (Index i = 0; i + 1 < xs.size(); ++i) {
        for (Index k = 0; k < kAcross; ++k) {
            const Index at = i * (kAcross + 1) + k, next = at + kAcross + 1;
            faces.push_back({at, at + 1, next + 1});
            faces.push_back({at, next + 1, next});
        }
    }
    const auto last = static_cast<Index>((xs.size() - 1) * (kAcross + 1)), corner = last + kAcross + 1;
    vertices.emplace_back(kHalf, 0, -1.5);
    vertices.emplace_back(kHalf, 0, 1.5);
    for (Index k = 0; k < kAcross; ++k) faces.push_back({last + k, last + k + 1, corner});
    faces.push_back({last + kAcross, corner + 1, corner});
    const auto openSurface = *Mesh::createTwoSided(vertices, faces);
    const auto cube = gridBoxMesh(Vec3(2, 2, 2));
    const ContactScene scene(cube, at(kHalf + 1 - kIn, 0.1, 0), openSurface, Pose{});
    const PersistentContacts memory = scene.contacts(BoxPairs());
    ASSERT_FALSE(memory.points.empty());
    EXPECT_NEAR(deepestOf(memory).distance, -kIn, 1e-6);
}

TEST(OpenSurfaceContacts, DoNotDependOnTheSuperset) {
    Random random(7);
    const auto torus = ring(24, 12);
    for (int i = 0; i < 40; ++i) {
        const Pose pose = turned(uniform(random, 0, 1), randomPoint(random), 0.3 * randomPoint(random));
        const ContactScene scene(torus, pose, square(kUp, i % 2 ? kHalf : 0.8), Pose{});
        const PersistentContacts exact = scene.contacts(ClosePairs());
        expectSame(exact, scene.contacts(AllPairs()));
        expectSame(exact, scene.contacts(AllPairs(5)));
    }
}

TEST(IntersectionCurves, EndAtABoundaryOfAnOpenMesh) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    const auto loopsOf = [&](Real x) {
        const ContactScene scene(cube, at(x, 0.1, 0.05), square(), Pose{});
        PlacedFeatures a(scene.input.a.instance(), *scene.surfaceA),
            b(scene.input.b.instance(), *scene.surfaceB);
        FacePairs pairs;
        for (Index i = 0; i < a.mesh().faceCount(); ++i) {
            for (Index k = 0; k < b.mesh().frontCount(); ++k) pairs.push_back({i, k});
        }
        for (const FacePair& pair : pairs) a.enter(pair.faceA), b.enter(pair.faceB);
        return findIntersection(a, b, pairs).loops;
    };
    const auto inside = loopsOf(0), across = loopsOf(kHalf);
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_TRUE(inside[0].isClosed());
    ASSERT_EQ(across.size(), 1u);
    ASSERT_EQ(across[0].ends.size(), 2u);
    for (const Vec3& end : across[0].ends) EXPECT_NEAR(end.x(), kHalf, 1e-12);
}

}  // namespace
}  // namespace ricochet::test
