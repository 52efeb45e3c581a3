// Worlds that are not as they should be: meshes without an inside, with doubled vertices or T-junctions,
// bodies deep inside one another, masses and sizes far apart, steps of no length.

#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <string>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using test::torusMesh;
using testing::HasSubstr;

struct RoughWorlds : testing::Test {
    std::vector<std::string> sentences;
    BulletWorld w;
    BulletMesh ground = boxMesh(5, 1, 5), cube = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape floor{&ground.interface, true}, good{&cube.interface, true};

    void SetUp() override {
        Settings settings;
        settings.margins = Margins::zero;
        settings.report = [this](const std::string& message) { sentences.push_back(message); };
        ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    }
    void addFloor() { w.add(floor, 0, btVector3(0, -1, 0)); }
    static double height(const btRigidBody& body) { return double(body.getWorldTransform().getOrigin().y()); }
};

BulletMesh turnedInsideOut(const BulletMesh& mesh) {
    auto faces = mesh.faces;
    for (auto& face : faces) std::swap(face[1], face[2]);
    return BulletMesh(mesh.vertices, faces);
}

/// A square of two faces that point up.
BulletMesh squareMesh(btScalar half) {
    return BulletMesh({{-half, 0, -half}, {-half, 0, half}, {half, 0, half}, {half, 0, -half}},
                      {{0, 1, 2}, {0, 2, 3}});
}

TEST_F(RoughWorlds, AMeshWithoutABottomRestsOnItsEdgesAndIsReportedOnce) {
    addFloor();
    BulletMesh open = boxMesh(1, 1, 1);
    std::erase_if(open.faces, [&](const std::array<int, 3>& face) {
        return std::ranges::all_of(face, [&](int v) { return open.vertices[std::size_t(v)][1] < 0; });
    });
    BulletMesh mesh(open.vertices, open.faces);
    ASSERT_EQ(mesh.faces.size(), 10u);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    const btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.2), 0));
    w.run(180);
    EXPECT_NEAR(height(body), 1, 0.01);
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("has no inside"));
}

TEST_F(RoughWorlds, AnOpenSurfaceHoldsABodyOnEitherSide) {
    BulletMesh square = squareMesh(5);
    btBvhTriangleMeshShape shape(&square.interface, true);
    w.add(shape, 0, btVector3(0, 0, 0));
    const btRigidBody& above = w.add(good, 1, btVector3(-2, btScalar(1.2), 0));
    btRigidBody& below = w.add(good, 1, btVector3(2, btScalar(-1.2), 0));
    below.setGravity(btVector3(0, btScalar(9.81), 0));
    w.run(180);
    EXPECT_NEAR(height(above), 1, 0.01);
    EXPECT_NEAR(height(below), -1, 0.01);
    EXPECT_EQ(sentences.size(), 1u);
}

TEST_F(RoughWorlds, APlateOfFourMillimetresRestsOnAnOpenSurfaceAndCanBeRaised) {
    BulletMesh square = squareMesh(2), plate = boxMesh(btScalar(0.5), btScalar(0.002), btScalar(0.5));
    btBvhTriangleMeshShape under(&square.interface, true), thin(&plate.interface, true);
    w.add(under, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(thin, 1, btVector3(0, btScalar(0.05), 0), btScalar(0.1) * btVector3(1, 2, 1));
    w.run(120);
    EXPECT_NEAR(height(body), 0.002, 5e-4);
    body.setGravity(btVector3(0, btScalar(9.81), 0));
    w.run(30);
    EXPECT_GT(height(body), 1);
}

TEST_F(RoughWorlds, AnOpenBodyRestsOnAnOpenSurfaceAndCanBeRaised) {
    BulletMesh square = squareMesh(3), open = boxMesh(1, 1, 1);
    BulletMesh bin(open.vertices, {open.faces.begin(), open.faces.end() - 2});
    btBvhTriangleMeshShape under(&square.interface, true), shape(&bin.interface, true);
    w.add(under, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.2), 0));
    w.run(180);
    EXPECT_NEAR(height(body), 1, 0.01);
    body.setGravity(btVector3(0, btScalar(9.81), 0));
    w.run(30);
    EXPECT_GT(height(body), 2);
}

TEST_F(RoughWorlds, AnInvertedMeshRestsLikeAnyOther) {
    addFloor();
    BulletMesh inverted = turnedInsideOut(cube);
    btBvhTriangleMeshShape shape(&inverted.interface, true);
    const btRigidBody& onFloor = w.add(shape, 1, btVector3(0, btScalar(1.2), 0));
    const btRigidBody& onIt = w.add(shape, 1, btVector3(btScalar(0.2), btScalar(3.4), btScalar(0.1)));
    w.run(240);
    EXPECT_NEAR(height(onFloor), 1, 0.01);
    EXPECT_NEAR(height(onIt), 3, 0.01);
    EXPECT_EQ(sentences.size(), 1u);
}

TEST_F(RoughWorlds, ARoomOfInwardFacesHoldsABody) {
    BulletMesh walls = boxMesh(4, 3, 4);
    BulletMesh room = turnedInsideOut(walls);
    btBvhTriangleMeshShape shape(&room.interface, true);
    w.add(shape, 0, btVector3(0, 3, 0));
    const btRigidBody& body = w.add(good, 1, btVector3(0, btScalar(1.2), 0));
    w.run(180);
    EXPECT_NEAR(height(body), 1, 0.01);
}

// The edge that lands first turns the body, and the other one lands in the same step.
TEST_F(RoughWorlds, CubesLandingOnAnEdgeDoNotRotateThroughAnOpenSurface) {
    BulletMesh square = squareMesh(5);
    btBvhTriangleMeshShape shape(&square.interface, true);
    for (int i = 0; i < 30; ++i) {
        BulletWorld world;
        Settings settings;
        settings.margins = Margins::zero;
        settings.report = [](const std::string&) {};
        EXPECT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
        world.add(shape, 0, btVector3(0, 0, 0));
        btRigidBody& body = world.add(good, 1, btVector3(0, 2, 0), btScalar(2.0 / 3) * btVector3(1, 1, 1));
        const btVector3 axis(btScalar(0.1 * i - 1), 0, 1);
        body.setWorldTransform(btTransform(btQuaternion(axis, btScalar(0.01 + 0.005 * i)),
                                           btVector3(0, btScalar(2 + 0.01 * i), 0)));
        body.setLinearVelocity(btVector3(0, -6, 0));
        double lowest = 0;
        for (int step = 0; step < 90; ++step) {
            world.run(1);
            for (const auto& v : cube.vertices) {
                const btVector3 corner = body.getWorldTransform() * btVector3(v[0], v[1], v[2]);
                lowest = std::min(lowest, double(corner.y()));
            }
        }
        EXPECT_GT(lowest, -0.005) << i;
    }
}

/// In a step they go 16 times as far as their faces are long.
TEST_F(RoughWorlds, FinePlanksLandingFastStayOnFineGround) {
    BulletMesh slab = test::fineBoxMesh(3, btScalar(0.5), 3, 64),
               plank = test::fineBoxMesh(1, btScalar(0.1), btScalar(0.3), 32);
    btBvhTriangleMeshShape slabShape(&slab.interface, true);
    btGImpactMeshShape plankShape(&plank.interface);
    plankShape.updateBound();
    for (int i = 0; i < (test::kIsSlowBuild ? 2 : 6); ++i) {
        BulletWorld world;
        EXPECT_EQ(registerAlgorithms(&world.dispatcher, {.margins = Margins::zero}), "");
        world.add(slabShape, 0, btVector3(0, btScalar(-0.5), 0));
        btRigidBody& body = world.add(plankShape, 1, btVector3(0, btScalar(1.4), 0),
                                      btVector3(btScalar(0.033), btScalar(0.36), btScalar(0.34)));
        body.getWorldTransform().setRotation(
            btQuaternion(btVector3(btScalar(0.3 * i), 0, 1).normalized(), btScalar(0.02 + 0.1 * i)));
        body.setLinearVelocity(btVector3(0, -20, 0));
        double lowest = 0;
        for (int step = 0; step < 60; ++step) {
            world.run(1);
            for (const auto& v : plank.vertices) {
                const btVector3 corner = body.getWorldTransform() * btVector3(v[0], v[1], v[2]);
                lowest = std::min(lowest, double(corner.y()));
            }
        }
        EXPECT_GT(lowest, -0.01) << i;
    }
}

TEST_F(RoughWorlds, ANonManifoldMeshRests) {
    addFloor();
    BulletMesh finned = boxMesh(1, 1, 1);
    finned.vertices.push_back({0, 2, 0});
    finned.faces.push_back({2, 3, 8});  // a fin on the top edge, where two faces meet already
    BulletMesh mesh(finned.vertices, finned.faces);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    const btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.2), 0));
    w.run(180);
    EXPECT_NEAR(height(body), 1, 0.01);
    EXPECT_EQ(sentences.size(), 1u);
}

/// A floor of strips in x; where they meet, the vertices of one do not meet those of the other.
BulletMesh stripedFloor() {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int strip = -10; strip < 10; ++strip) {
        const btScalar offset = btScalar(0.3) * btScalar(strip & 1);
        for (int cell = -5; cell < 5; ++cell) {
            const int first = int(vertices.size());
            const btScalar z = btScalar(2 * cell) + offset;
            vertices.push_back({btScalar(strip), 0, z});
            vertices.push_back({btScalar(strip), 0, z + 2});
            vertices.push_back({btScalar(strip + 1), 0, z + 2});
            vertices.push_back({btScalar(strip + 1), 0, z});
            faces.push_back({first, first + 1, first + 2});
            faces.push_back({first, first + 2, first + 3});
        }
    }
    return BulletMesh(vertices, faces);
}

TEST_F(RoughWorlds, DuplicateVerticesAndTJunctionsDoNotStopSlidingBodies) {
    BulletMesh stripes = stripedFloor();
    BulletMesh plain = boxMesh(20, 1, 20);
    btBvhTriangleMeshShape striped(&stripes.interface, true), smooth(&plain.interface, true);
    const auto slideOver = [&](btCollisionShape& under, const btVector3& at) {
        BulletWorld world;
        Settings settings;
        settings.margins = Margins::zero;
        settings.report = [](const std::string&) {};
        EXPECT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
        world.add(under, 0, at);
        btRigidBody& body = world.add(good, 1, btVector3(btScalar(-5.1), 1, btScalar(0.4)));
        body.setLinearVelocity(btVector3(5, 0, btScalar(0.7)));
        world.run(90);
        return body.getWorldTransform().getOrigin();
    };
    const btVector3 rough = slideOver(striped, btVector3(0, 0, 0));
    const btVector3 even = slideOver(smooth, btVector3(0, -1, 0));
    EXPECT_GT(even.x(), -4);
    EXPECT_LT((rough - even).length(), 1e-3);
}

TEST_F(RoughWorlds, ABodyDeeperThanHalfAThicknessLeavesSlowly) {
    BulletMesh slab = boxMesh(4, btScalar(0.5), 4), ringMesh = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape plate(&slab.interface, true), ring(&ringMesh.interface, true);
    w.add(plate, 0, btVector3(0, 0, 0));
    const btRigidBody& sunk = w.add(good, 1, btVector3(-2, btScalar(0.8), 0));    // 0.7 of 1 m
    const btRigidBody& ringed = w.add(ring, 1, btVector3(2, btScalar(0.35), 0));  // 0.44 of 0.58 m
    btScalar fastest = 0;
    for (int step = 0; step < 240; ++step) {
        w.run(1);
        fastest = std::max({fastest, sunk.getLinearVelocity().length(), ringed.getLinearVelocity().length()});
    }
    EXPECT_NEAR(height(sunk), 1.5, 0.01);
    EXPECT_NEAR(height(ringed), 0.5 + 0.3 * std::cos(M_PI / 12), 0.01);
    EXPECT_LT(fastest, 3);
}

/// Runs and returns the greatest speed of the body, in m/s.
btScalar fastestOf(const btRigidBody& body, BulletWorld& w, int steps) {
    btScalar fastest = 0;
    for (int step = 0; step < steps; ++step) {
        w.run(1);
        fastest = std::max(fastest, body.getLinearVelocity().length());
    }
    return fastest;
}

TEST_F(RoughWorlds, ABodyThatStartsEntirelyInsideAnotherLeavesSlowly) {
    BulletMesh block = boxMesh(4, 2, 4), pebble = boxMesh(btScalar(0.2), btScalar(0.2), btScalar(0.2));
    btBvhTriangleMeshShape under(&block.interface, true), small(&pebble.interface, true);
    std::vector<btVector3> ends;
    for (const char* narrowPhase : {"wide-tree", "obb-tree", "face-octree", "brute-force"}) {
        BulletWorld world;
        Settings settings;
        settings.margins = Margins::zero;
        settings.narrowPhase = narrowPhase;
        EXPECT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
        world.add(under, 0, btVector3(0, -2, 0));
        const btRigidBody& body = world.add(small, 1, btVector3(btScalar(0.3), -1, btScalar(-0.2)),
                                            btVector3(btScalar(0.03), btScalar(0.03), btScalar(0.03)));
        EXPECT_LT(fastestOf(body, world, 600), 3);
        EXPECT_NEAR(height(body), 0.2, 0.01);
        ends.push_back(body.getWorldTransform().getOrigin());
        EXPECT_EQ(ends.back(), ends.front()) << narrowPhase;
    }
}

TEST_F(RoughWorlds, ARodThatStartsThroughAPlateLeavesSlowlyOnTheSideOfItsGreaterPart) {
    BulletMesh plate = boxMesh(3, btScalar(0.02), 3);
    BulletMesh rod = boxMesh(btScalar(0.05), btScalar(0.5), btScalar(0.05));
    btBvhTriangleMeshShape thin(&plate.interface, true), longOne(&rod.interface, true);
    w.add(thin, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(longOne, 1, btVector3(btScalar(0.13), btScalar(0.1), btScalar(0.27)),
                              btVector3(btScalar(0.085), btScalar(0.002), btScalar(0.085)));
    EXPECT_LT(fastestOf(body, w, 300), 3);
    EXPECT_NEAR(height(body), 0.52, 0.01);  // it stands on end
}

TEST_F(RoughWorlds, RodsThatSpinIntoAThinPlateDoNotStayInIt) {
    BulletMesh plate = boxMesh(4, btScalar(0.0005), 4);
    BulletMesh rod = boxMesh(btScalar(0.05), btScalar(0.5), btScalar(0.05));
    btBvhTriangleMeshShape thin(&plate.interface, true), longOne(&rod.interface, true);
    for (int i = 0; i < 12; ++i) {
        BulletWorld world;
        Settings settings;
        settings.margins = Margins::zero;
        EXPECT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
        world.add(thin, 0, btVector3(0, 0, 0));
        btRigidBody& body = world.add(longOne, 1, btVector3(0, btScalar(1 + 0.1 * i), 0),
                                      btVector3(btScalar(0.085), btScalar(0.002), btScalar(0.085)));
        body.setLinearVelocity(btVector3(0, -5, 0));
        body.setAngularVelocity(btVector3(btScalar(10 + i), btScalar(3 * (i % 4)), btScalar(15 - 2 * i)));
        world.run(240);
        const btVector3 at = body.getWorldTransform().getOrigin();
        const bool isAside = std::max(std::abs(at.x()), std::abs(at.z())) > 4;
        EXPECT_TRUE(isAside || std::abs(height(body) - 0.0505) < 0.005) << i << ": " << height(body);
    }
}

TEST_F(RoughWorlds, TenThousandKilogramsSupportOne) {
    addFloor();
    const btRigidBody& heavy = w.add(good, 10000, btVector3(0, 1, 0));
    const btRigidBody& light = w.add(good, 1, btVector3(0, btScalar(3.1), 0));
    w.run(180);
    EXPECT_NEAR(height(heavy), 1, 0.01);
    EXPECT_NEAR(height(light), 3, 0.01);
}

// Bullet's solver cannot make one kilogram carry ten thousand, not with its own boxes either: the heavy one
// sinks in. Nothing is thrown, and the heavy one comes to rest.
TEST_F(RoughWorlds, OneKilogramUnderTenThousandThrowsNothing) {
    addFloor();
    const btRigidBody& light = w.add(good, 1, btVector3(0, 1, 0));
    const btRigidBody& heavy = w.add(good, 10000, btVector3(0, btScalar(3.001), 0));
    double rises = 0;
    for (int step = 0; step < 240; ++step) {
        w.run(1);
        rises =
            std::max({rises, double(light.getLinearVelocity().y()), double(heavy.getLinearVelocity().y())});
    }
    EXPECT_LT(rises, 3);
    EXPECT_GT(height(heavy), 0.99);
    EXPECT_LT(heavy.getLinearVelocity().length(), 0.01);
}

class Sizes : public testing::TestWithParam<double> {};

/// Gravity and time go with the size, so that a world of any size is the same world.
TEST_P(Sizes, ATorusRestsOnAFloor) {
    const double size = GetParam();
    BulletMesh ground = boxMesh(btScalar(5 * size), btScalar(size), btScalar(5 * size));
    BulletMesh ringMesh = torusMesh(btScalar(0.3));
    for (auto& vertex : ringMesh.vertices) {
        for (btScalar& coordinate : vertex) coordinate *= btScalar(size);
    }
    btBvhTriangleMeshShape floor(&ground.interface, true), ring(&ringMesh.interface, true);
    BulletWorld w;
    Settings settings;
    settings.margins = Margins::zero;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.world.setGravity(btVector3(0, btScalar(-9.81 * size), 0));
    w.add(floor, 0, btVector3(0, btScalar(-size), 0));
    const btRigidBody& body = w.add(ring, 1, btVector3(0, btScalar(0.5 * size), 0),
                                    btScalar(0.4 * size * size) * btVector3(1, 1, 1));
    w.run(240);
    const double half = 0.3 * std::cos(M_PI / 12);
    EXPECT_NEAR(double(body.getWorldTransform().getOrigin().y()) / size, half, 0.01);
    EXPECT_LT(double(body.getLinearVelocity().length()) / size, 0.01);
}

INSTANTIATE_TEST_SUITE_P(FromMillimetreToKilometre, Sizes, testing::Values(1e-3, 1.0, 1e3));

TEST_F(RoughWorlds, AStepOfZeroLengthChangesNothing) {
    addFloor();
    btRigidBody& body = w.add(good, 1, btVector3(0, btScalar(0.9), 0));
    w.run(10);
    const btTransform before = body.getWorldTransform();
    const btVector3 velocity = body.getLinearVelocity();
    w.run(10, 0);
    w.world.getDispatchInfo().m_timeStep = 0;
    w.world.performDiscreteCollisionDetection();
    EXPECT_GT(w.contacts(), 0);
    EXPECT_EQ(body.getWorldTransform(), before);
    EXPECT_EQ(body.getLinearVelocity(), velocity);
    w.run(120);
    EXPECT_NEAR(height(body), 1, 0.01);
}

}  // namespace
}  // namespace ricochet
