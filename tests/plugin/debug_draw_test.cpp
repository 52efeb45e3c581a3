#include "tests/plugin/region_settings.h"
#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btIDebugDraw.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

/// Keeps what it is given.
struct RecordingDrawer : btIDebugDraw {
    struct Line {
        btVector3 from, to, colour;
    };
    std::vector<Line> lines;
    std::vector<btVector3> points, normals;

    void drawLine(const btVector3& from, const btVector3& to, const btVector3& colour) override {
        lines.push_back({from, to, colour});
    }
    void drawContactPoint(const btVector3& point, const btVector3& normal, btScalar, int,
                          const btVector3&) override {
        points.push_back(point);
        normals.push_back(normal);
    }
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int) override {}
    int getDebugMode() const override { return DBG_NoDebug; }
};

constexpr DebugDrawing kNothing = {.contacts = false, .facePairs = false};

RecordingDrawer drawn(BulletWorld& w, const DebugDrawing& what) {
    RecordingDrawer drawer;
    EXPECT_EQ(debugDraw(w.world, drawer, what), "");
    return drawer;
}

/// A box of half a metre, as a mesh, on a static box whose top is at height 0.
struct BoxOnGround {
    explicit BoxOnGround(btScalar height, const char* narrowPhase = "wide-tree") {
        Settings settings;
        settings.narrowPhase = narrowPhase;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        shape.updateBound();
        w.add(ground, 0, {0, -1, 0});
        w.add(shape, 2, {0, height, 0});
    }
    BulletMesh mesh = test::fineBoxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5), 8);
    BulletMesh slab = test::boxMesh(3, 1, 3);
    btGImpactMeshShape shape{&mesh.interface};
    btBvhTriangleMeshShape ground{&slab.interface, true};
    BulletWorld w;
};

TEST(DebugDraw, DrawsEachContactWithItsNormalAndImpulse) {
    BoxOnGround scene(btScalar(0.51));
    scene.w.run(60);
    const RecordingDrawer drawer =
        drawn(scene.w, {.contacts = true, .facePairs = false, .metresPerImpulse = btScalar(0.5)});
    ASSERT_EQ(int(drawer.points.size()), scene.w.contacts());
    ASSERT_GT(drawer.points.size(), 3u);
    for (const btVector3& normal : drawer.normals) EXPECT_NEAR(std::abs(normal.y()), 1, 1e-4);
    // what the box weighs, in a step
    btScalar impulses = 0;
    for (const auto& line : drawer.lines) impulses += (line.to - line.from).length() / btScalar(0.5);
    EXPECT_NEAR(impulses, 2 * 9.81 / 60, 0.02);
}

TEST(DebugDraw, OutlinesTheFacesThatIntersect) {
    BoxOnGround scene(btScalar(0.45));
    scene.w.world.performDiscreteCollisionDetection();
    const auto pairs = statistics(scene.w.dispatcher).facePairs;
    ASSERT_GT(pairs, 0);
    EXPECT_EQ(static_cast<long long>(drawn(scene.w, {.contacts = false}).lines.size()), 6 * pairs);
    BoxOnGround apart(btScalar(0.55));
    apart.w.world.performDiscreteCollisionDetection();
    EXPECT_TRUE(drawn(apart.w, {.contacts = false}).lines.empty());
}

TEST(DebugDraw, DrawsTheBoxesOfTreesDownToADepth) {
    for (const char* narrowPhase : {"wide-tree", "obb-tree"}) {
        SCOPED_TRACE(narrowPhase);
        BoxOnGround scene(5, narrowPhase);  // far above the ground, of which nothing is drawn
        scene.w.world.performDiscreteCollisionDetection();
        DebugDrawing what = kNothing;
        EXPECT_TRUE(drawn(scene.w, what).lines.empty());
        what.treeDepth = 0;
        const RecordingDrawer root = drawn(scene.w, what);
        ASSERT_EQ(root.lines.size(), 12u);
        for (const auto& line : root.lines) EXPECT_NEAR((line.to - line.from).length(), 1, 1e-3);
        what.treeDepth = 1;
        const std::size_t children = drawn(scene.w, what).lines.size();
        EXPECT_GE(children, 24u);
        what.treeDepth = 2;
        EXPECT_GT(drawn(scene.w, what).lines.size(), children);
    }
}

TEST(DebugDraw, DrawsTheShellsOfASphericalField) {
    BoxOnGround scene(5, "spherical");
    scene.w.world.performDiscreteCollisionDetection();
    DebugDrawing what = kNothing;
    what.treeDepth = 0;
    const RecordingDrawer drawer = drawn(scene.w, what);
    // a cube seen from its centre, on each of six sides from half its edge to half its diagonal
    btScalar nearest = 9, farthest = 0;
    for (const auto& line : drawer.lines) {
        const btScalar distance = (line.from - btVector3(0, 5, 0)).length();
        nearest = std::min(nearest, distance);
        farthest = std::max(farthest, distance);
    }
    EXPECT_NEAR(nearest, 0.5, 1e-3);
    EXPECT_NEAR(farthest, std::sqrt(0.75), 1e-3);
    what.treeDepth = 2;
    EXPECT_GT(drawn(scene.w, what).lines.size(), drawer.lines.size());
}

/// The box around all lines.
std::pair<btVector3, btVector3> bounds(const RecordingDrawer& drawer) {
    btVector3 min(9, 9, 9), max = -min;
    for (const auto& line : drawer.lines) {
        min.setMin(line.from);
        max.setMax(line.from);
    }
    return {min, max};
}

TEST(DebugDraw, DrawsTheRegionsOfALargeMeshThatArePrepared) {
    BulletMesh faces = test::groundOf(40, test::hills);
    btBvhTriangleMeshShape ground(&faces.interface, true);
    btSphereShape sphere(btScalar(0.1));
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, test::inRegionsAbove(100)), "");
    w.add(ground, 0, {0, 0, 0});
    DebugDrawing what = kNothing;
    what.regions = true;
    EXPECT_TRUE(drawn(w, what).lines.empty());
    w.add(sphere, 1, {1, btScalar(test::hills(1, 1)), 1});
    w.run(1);
    const RecordingDrawer drawer = drawn(w, what);
    EXPECT_GT(drawer.lines.size(), 0u);
    EXPECT_EQ(drawer.lines.size() % 12, 0u);
    const auto [min, max] = bounds(drawer);
    EXPECT_LT(min.x(), 1);
    EXPECT_GT(max.x(), 1);
    test::setLimits({});
}

TEST(DebugDraw, DrawsTheBroadPhasesBoxesAndCells) {
    SweepAndPruneBroadphase sweep;
    MkTreeBroadphase tree;
    BoxOnGround scene(3);
    DebugDrawing what = kNothing;
    what.broadPhase = true;
    EXPECT_TRUE(drawn(scene.w, what).lines.empty());  // Bullet's own
    for (btBroadphaseInterface* const ours :
         {static_cast<btBroadphaseInterface*>(&sweep), static_cast<btBroadphaseInterface*>(&tree)}) {
        migrate(scene.w.world, *ours);
        scene.w.run(1);
        const RecordingDrawer drawer = drawn(scene.w, what);
        // of two bodies, and of a cell or leaf at least
        EXPECT_GE(drawer.lines.size(), 36u);
        const auto [min, max] = bounds(drawer);
        EXPECT_NEAR(max.x(), 3, 0.1);
        EXPECT_NEAR(max.y(), 3.5, 0.1);
        EXPECT_NEAR(min.y(), -2, 0.1);
    }
    migrate(scene.w.world, scene.w.broadphase);
}

TEST(DebugDraw, DrawsTheChildrenOfACompoundWhereTheyAre) {
    BulletMesh mesh = test::boxMesh(1, 1, 1);
    btGImpactMeshShape child(&mesh.interface);
    child.updateBound();
    btCompoundShape compound;
    compound.addChildShape(btTransform(btQuaternion::getIdentity(), {3, 0, 0}), &child);
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(compound, 1, {0, 4, 0});
    w.world.performDiscreteCollisionDetection();
    DebugDrawing what = kNothing;
    what.treeDepth = 0;
    btVector3 sum(0, 0, 0);
    const RecordingDrawer drawer = drawn(w, what);
    ASSERT_EQ(drawer.lines.size(), 12u);
    for (const auto& line : drawer.lines) sum += (line.from + line.to) / 24;
    EXPECT_NEAR((sum - btVector3(3, 4, 0)).length(), 0, 1e-4);
}

TEST(DebugDraw, ChangesNothingInTheWorld) {
    const auto rest = [](bool isDrawn) {
        BoxOnGround scene(btScalar(0.6));
        for (int i = 0; i < 30; ++i) {
            scene.w.run(1);
            if (isDrawn) drawn(scene.w, {.treeDepth = 3});
        }
        return scene.w.world.getCollisionObjectArray()[1]->getWorldTransform();
    };
    EXPECT_TRUE(rest(true) == rest(false));
}

TEST(DebugDraw, DrawsContactsOfAWorldThatIsNotOurs) {
    btBoxShape box({1, 1, 1});
    BulletWorld w;
    w.add(box, 0, {0, 0, 0});
    w.add(box, 1, {0, btScalar(1.99), 0});
    w.run(1);
    RecordingDrawer drawer;
    EXPECT_NE(debugDraw(w.world, drawer).find("not registered"), std::string::npos);
    EXPECT_EQ(int(drawer.points.size()), w.contacts());
}

/// Zones that began and ended.
std::vector<std::string>& zones() {
    static std::vector<std::string> names;
    return names;
}
int& depth() {
    static int value = 0;
    return value;
}

TEST(ProfileZones, AreNamedWhereBulletHasItsOwn) {
    const auto enter = btGetCurrentEnterProfileZoneFunc();
    const auto leave = btGetCurrentLeaveProfileZoneFunc();
    btSetCustomEnterProfileZoneFunc([](const char* name) {
        zones().push_back(name);
        ++depth();
    });
    btSetCustomLeaveProfileZoneFunc([] { --depth(); });
    BoxOnGround scene(btScalar(0.51));
    scene.w.run(2);
    btSetCustomEnterProfileZoneFunc(enter);
    btSetCustomLeaveProfileZoneFunc(leave);
    EXPECT_EQ(depth(), 0);
    EXPECT_EQ(std::ranges::count(zones(), "ricochet::ContactPair::process"), 2);
}

}  // namespace
}  // namespace ricochet
