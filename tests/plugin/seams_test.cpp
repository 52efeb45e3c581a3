// Floors of several bodies, of parts of one body, and of parts of one mesh: where their surfaces form one,
// what slides over the seam must not notice it.

#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/pairs/neighbours.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using test::fineBoxMesh;
using test::torusMesh;

/// From 0 to 1 m along x, 8 m wide, faces up.
BulletMesh plotMesh() {
    return BulletMesh({{0, 0, -4}, {1, 0, -4}, {1, 0, 4}, {0, 0, 4}}, {{0, 2, 1}, {0, 3, 2}});
}

/// Two tiles of 8 m side by side as one mesh with unshared vertices, the top at 0.
BulletMesh twoTilesMesh() {
    const BulletMesh tile = boxMesh(4, 1, 4);
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (const int side : {-1, 1}) {
        const auto first = static_cast<int>(vertices.size());
        for (const auto& [x, y, z] : tile.vertices) vertices.push_back({x + btScalar(4 * side), y - 1, z});
        for (const auto& [u, v, w] : tile.faces) faces.push_back({first + u, first + v, first + w});
    }
    return BulletMesh(vertices, faces);
}

/// A world that also owns the shapes of its bodies.
struct SeamWorld : BulletWorld {
    std::deque<BulletMesh> meshes;
    std::deque<std::vector<float>> heights;
    std::deque<std::unique_ptr<btCollisionShape>> shapes;

    explicit SeamWorld(Settings settings = {}) {
        settings.margins = Margins::zero;
        settings.report = [](const Report&) {};
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
    }
    ~SeamWorld() {
        while (world.getNumCollisionObjects() > 0) {
            world.removeCollisionObject(world.getCollisionObjectArray()[0]);
        }
    }

    template <class Shape>
    Shape& keep(Shape* shape) {
        shapes.emplace_back(shape);
        return *shape;
    }
    btCollisionShape& meshShape(const BulletMesh& mesh) {
        meshes.emplace_back(mesh.vertices, mesh.faces);
        btCollisionShape& shape = keep(new btBvhTriangleMeshShape(&meshes.back().interface, true));
        shape.setMargin(0);
        return shape;
    }
    btCollisionShape& tile() { return meshShape(boxMesh(4, 1, 4)); }
    btRigidBody& addTurned(btCollisionShape& shape, const btVector3& at, const btQuaternion& turn) {
        btRigidBody& body = add(shape, 0, at);
        body.setWorldTransform(btTransform(turn, at));
        world.updateSingleAabb(&body);
        return body;
    }
};

struct Floor {
    const char* name;
    std::function<void(SeamWorld&)> build;
};

/// Two tiles with a gap (metres) between them, negative where they overlap.
void addTwoTiles(SeamWorld& w, btCollisionShape& tile, double gap) {
    w.add(tile, 0, btVector3(-4, -1, 0));
    w.add(tile, 0, btVector3(btScalar(4 + gap), -1, 0));
}

void addCompound(SeamWorld& w) {
    btCollisionShape& tile = w.tile();
    auto& compound = w.keep(new btCompoundShape);
    for (const int side : {-1, 1}) {
        compound.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(4 * side), 0, 0)),
                               &tile);
    }
    w.add(compound, 0, btVector3(0, -1, 0));
}

/// Pieces of 1 m from x = -6 on.
void addPlots(SeamWorld& w) {
    btCollisionShape& plot = w.meshShape(plotMesh());
    for (int x = -6; x < 14; ++x) w.add(plot, 0, btVector3(btScalar(x), 0, 0));
}

void addTerrains(SeamWorld& w) {
    for (int x = -6; x < 14; ++x) {
        w.heights.emplace_back(5 * 9, 0.0F);
        auto& terrain = w.keep(new btHeightfieldTerrainShape(5, 9, w.heights.back().data(), btScalar(-1),
                                                             btScalar(1), 1, false));
        terrain.setLocalScaling(btVector3(btScalar(0.25), 1, 1));
        w.add(terrain, 0, btVector3(btScalar(x) + btScalar(0.5), 0, 0));
    }
}

std::vector<Floor> floors() {
    return {{"one", [](SeamWorld& w) { w.add(w.meshShape(boxMesh(16, 1, 4)), 0, btVector3(8, -1, 0)); }},
            {"two bodies", [](SeamWorld& w) { addTwoTiles(w, w.tile(), 0); }},
            {"a gap of 1e-7", [](SeamWorld& w) { addTwoTiles(w, w.tile(), 1e-7); }},
            {"an overlap of 1 mm", [](SeamWorld& w) { addTwoTiles(w, w.tile(), -1e-3); }},
            {"two parts of a body", addCompound},
            {"two parts of a mesh",
             [](SeamWorld& w) { w.add(w.meshShape(twoTilesMesh()), 0, btVector3(0, 0, 0)); }},
            {"open plots", addPlots},
            {"terrains", addTerrains}};
}

struct Mover {
    const char* name;
    std::function<btCollisionShape&(SeamWorld&, btScalar)> make;  ///< of about that radius, metres
    btScalar bottom = 1;  ///< radii from its lowest point up to its centre
};

BulletMesh ringOfRadius(btScalar radius) {
    BulletMesh ring = torusMesh(btScalar(0.3), 40, 20);
    for (auto& vertex : ring.vertices) {
        for (btScalar& c : vertex) c *= radius / btScalar(1.3);
    }
    return BulletMesh(ring.vertices, ring.faces);
}

std::vector<Mover> movers() {
    using Shape = btCollisionShape;
    return {
        {"cube", [](SeamWorld& w, btScalar r) -> Shape& { return w.meshShape(boxMesh(r, r, r)); }},
        {"fine cube",
         [](SeamWorld& w, btScalar r) -> Shape& { return w.meshShape(fineBoxMesh(r, r, r, 8)); }},
        {"ring", [](SeamWorld& w, btScalar r) -> Shape& { return w.meshShape(ringOfRadius(r)); },
         btScalar(0.3 / 1.3)},
        {"sphere", [](SeamWorld& w, btScalar r) -> Shape& { return w.keep(new btSphereShape(r)); }},
        {"capsule", [](SeamWorld& w, btScalar r) -> Shape& { return w.keep(new btCapsuleShape(r, r)); },
         btScalar(1.5)},
        {"cylinder",
         [](SeamWorld& w, btScalar r) -> Shape& { return w.keep(new btCylinderShape(btVector3(r, r, r))); }},
        {"cone", [](SeamWorld& w, btScalar r) -> Shape& { return w.keep(new btConeShape(r, 2 * r)); }},
        {"box",
         [](SeamWorld& w, btScalar r) -> Shape& { return w.keep(new btBoxShape(btVector3(r, r, r))); }},
        {"hull", [](SeamWorld& w, btScalar r) -> Shape& {
             auto& hull = w.keep(new btConvexHullShape);
             for (int i = 0; i < 8; ++i) {
                 hull.addPoint(btVector3(i & 1 ? r : -r, i & 2 ? r : -r, i & 4 ? r : -r));
             }
             hull.setMargin(0);
             return hull;
         }}};
}

/// Without friction, so that a sphere slides; 2 m before the seam.
btRigidBody& addMover(SeamWorld& w, const Mover& mover, btScalar radius, btScalar speed, btScalar rise = 0) {
    btRigidBody& body = w.add(mover.make(w, radius), 1, btVector3(-2, mover.bottom * radius + rise, 0),
                              btScalar(0.4) * radius * radius * btVector3(1, 1, 1));
    body.setFriction(0);
    body.setLinearVelocity(btVector3(speed, 0, 0));
    if (mover.bottom > 1) body.setAngularFactor(0);
    return body;
}

/// The least speed of a body and the highest that it rose, in metres.
struct Slide {
    double speed, up, end;
};

Slide slide(SeamWorld& w, const btRigidBody& body, double seconds, double hz) {
    const double from = body.getWorldTransform().getOrigin().y();
    Slide result{1e9, 0, 0};
    for (int step = 0; step < seconds * hz; ++step) {
        w.run(1, btScalar(1 / hz));
        const btVector3 at = body.getWorldTransform().getOrigin();
        result.speed = std::min(result.speed, double(body.getLinearVelocity().x()));
        result.up = std::max(result.up, at.y() - from);
        result.end = at.x();
        if (at.x() > 7) break;
    }
    return result;
}

TEST(Seams, AreNotNoticedByWhatSlidesOverThem) {
    for (const Floor& floor : floors()) {
        for (const Mover& mover : movers()) {
            for (const double speed : {1.0, 5.0, 20.0}) {
                SeamWorld w;
                floor.build(w);
                const btRigidBody& body = addMover(w, mover, btScalar(0.4), btScalar(speed));
                const Slide on = slide(w, body, 3 / speed, 60);
                const std::string what =
                    std::string(mover.name) + " on " + floor.name + " at " + std::to_string(speed);
                EXPECT_NEAR(on.speed, speed, 1e-4 * speed) << what;
                EXPECT_LT(on.up, 4e-4) << what;
                EXPECT_GT(on.end, 0.5) << what;
            }
        }
    }
}

TEST(Seams, AreNotNoticedAtAnySizeOrRate) {
    for (const Mover& mover : movers()) {
        for (const double radius : {0.01, 0.1, 3.0}) {
            for (const double hz : {60.0, 240.0, 960.0}) {
                SeamWorld w;
                addTwoTiles(w, w.tile(), 0);
                const double speed = 10 * std::sqrt(radius);
                const btRigidBody& body = addMover(w, mover, btScalar(radius), btScalar(speed));
                const Slide on = slide(w, body, (2 + 2 * radius) / speed, hz);
                const std::string what = std::string(mover.name) + " of " + std::to_string(radius) + " at " +
                                         std::to_string(hz) + " Hz";
                EXPECT_NEAR(on.speed, speed, 1e-3 * speed) << what;
                EXPECT_LT(on.up, 5e-3 * radius + 1e-5) << what;
            }
        }
    }
}

TEST(Seams, StopBodiesWhereTheRemovalOfInternalEdgesIsOff) {
    Settings settings;
    settings.internalEdgeRemoval = false;
    for (const Floor& floor : floors()) {
        if (floor.name == std::string("one")) continue;
        double minimum = 5;
        for (const Mover& mover : movers()) {
            SeamWorld w(settings);
            floor.build(w);
            minimum = std::min(minimum, slide(w, addMover(w, mover, btScalar(0.4), 5), 1, 60).speed);
        }
        EXPECT_LT(minimum, 3) << floor.name;
    }
}

TEST(Seams, AStepOfAMillimetreStopsAsBefore) {
    for (const Mover& mover : movers()) {
        double speeds[2];
        for (const bool isOn : {false, true}) {
            Settings settings;
            settings.internalEdgeRemoval = isOn;
            SeamWorld w(settings);
            btCollisionShape& tile = w.tile();
            w.add(tile, 0, btVector3(-4, -1, 0));
            w.add(tile, 0, btVector3(4, btScalar(-0.999), 0));
            speeds[isOn] = slide(w, addMover(w, mover, btScalar(0.4), 5), 0.6, 60).speed;
        }
        EXPECT_LT(speeds[1], 4.9) << mover.name;
        EXPECT_NEAR(speeds[0], speeds[1], 0.02) << mover.name;
    }
}

TEST(Seams, AWallOnATileAndTheEndOfAFloorStop) {
    for (const Mover& mover : movers()) {
        SeamWorld w;
        w.add(w.tile(), 0, btVector3(-4, -1, 0));
        w.add(w.meshShape(boxMesh(1, 2, 4)), 0, btVector3(1, 1, 0));
        EXPECT_LT(slide(w, addMover(w, mover, btScalar(0.4), 5), 1, 60).end, -0.3) << mover.name;

        SeamWorld open;
        open.add(open.tile(), 0, btVector3(4, -1, 0));
        btRigidBody& body = addMover(open, mover, btScalar(0.4), 2, btScalar(-0.2));
        body.setGravity(btVector3(0, 0, 0));
        EXPECT_LT(slide(open, body, 1.5, 60).speed, 1.9) << mover.name;
    }
}

TEST(Seams, ABodyRestsInAValleyOfTwoBodies) {
    for (const Mover& mover : movers()) {
        for (const double slope : {0.002, 0.01, 0.05, 0.2, 0.6}) {
            SeamWorld w;
            btCollisionShape& tile = w.tile();
            for (const int side : {-1, 1}) {
                const btQuaternion turn(btVector3(0, 0, 1), btScalar(side * slope));
                w.addTurned(tile, quatRotate(turn, btVector3(btScalar(4 * side), -1, 0)), turn);
            }
            btRigidBody& body = addMover(w, mover, btScalar(0.4), 0, btScalar(0.02 + 0.4 * slope));
            btTransform start = body.getWorldTransform();
            start.getOrigin().setX(0);
            body.setWorldTransform(start);
            w.run(120);
            const double height = body.getWorldTransform().getOrigin().y();
            EXPECT_GT(height, 0.4 * mover.bottom - 0.004) << mover.name << " at " << slope;
            EXPECT_LT(std::abs(body.getWorldTransform().getOrigin().x()), 0.15)
                << mover.name << " at " << slope;
        }
    }
}

/// The parts of a moving body form one surface too. It starts with no seam at the post's edges: the first
/// step of a pair does not know its neighbours.
TEST(Seams, OfAMovingBodyAreNotNoticed) {
    for (const bool isOn : {true, false}) {
        Settings settings;
        settings.internalEdgeRemoval = isOn;
        SeamWorld w(settings);
        w.add(w.meshShape(boxMesh(btScalar(0.2), 1, btScalar(0.5))), 0, btVector3(0, -1, 0));
        btCollisionShape& cube = w.meshShape(boxMesh(btScalar(0.4), btScalar(0.4), btScalar(0.4)));
        auto& bar = w.keep(new btCompoundShape);
        for (int i = -3; i <= 3; ++i) {
            bar.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.8 * i), 0, 0)),
                              &cube);
        }
        btRigidBody& body = w.add(bar, 1, btVector3(btScalar(-0.65), btScalar(0.4), 0));
        body.setFriction(0);
        body.setAngularFactor(0);
        body.setLinearVelocity(btVector3(3, 0, 0));
        const Slide on = slide(w, body, 0.4, 60);
        EXPECT_EQ(on.speed > 2.997, isOn) << on.speed;
    }
}

TEST(Seams, ATileThatIsTakenAwayIsNoNeighbour) {
    SeamWorld w;
    btCollisionShape& tile = w.tile();
    btRigidBody& first = w.add(tile, 0, btVector3(-4, -1, 0));
    w.add(tile, 0, btVector3(4, -1, 0));
    btRigidBody& body = addMover(w, movers().front(), btScalar(0.4), 2, btScalar(-0.2));
    body.setGravity(btVector3(0, 0, 0));
    body.setWorldTransform(
        btTransform(btQuaternion::getIdentity(), btVector3(btScalar(-0.45), btScalar(0.4), 0)));
    w.run(1);
    w.world.removeRigidBody(&first);
    body.setWorldTransform(
        btTransform(btQuaternion::getIdentity(), btVector3(btScalar(-0.45), btScalar(0.2), 0)));
    EXPECT_LT(slide(w, body, 0.5, 60).speed, 1.5);
    w.world.addRigidBody(&first);
}

/// A sensor, or a mesh that is not there for the body, is no part of a floor.
TEST(Seams, SensorsAreNoNeighbours) {
    SeamWorld w;
    btCollisionShape& tile = w.tile();
    btRigidBody& sensor = w.add(tile, 0, btVector3(-4, -1, 0));
    sensor.setCollisionFlags(sensor.getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    w.add(tile, 0, btVector3(4, -1, 0));
    btRigidBody& body = addMover(w, movers().front(), btScalar(0.4), 2, btScalar(-1e-3));
    body.setGravity(btVector3(0, 0, 0));
    EXPECT_LT(slide(w, body, 1.2, 60).speed, 1.9);
}

/// A body may touch thousands of tiles.
TEST(Seams, APlateOverManyTilesSlides) {
    for (const bool isMesh : {false, true}) {
        SeamWorld w;
        btCollisionShape& tile = w.meshShape(boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5)));
        for (int i = -6; i < 14; ++i) {
            for (int j = -6; j < 6; ++j) {
                w.add(tile, 0, btVector3(btScalar(i + 0.5), btScalar(-0.5), btScalar(j + 0.5)));
            }
        }
        const btVector3 half(btScalar(3.2), btScalar(0.2), btScalar(3.2));
        btCollisionShape& shape = isMesh ? w.meshShape(boxMesh(half.x(), half.y(), half.z()))
                                         : static_cast<btCollisionShape&>(w.keep(new btBoxShape(half)));
        btRigidBody& plate = w.add(shape, 1, btVector3(btScalar(-1.37), half.y(), 0), btVector3(3, 6, 3));
        plate.setFriction(0);
        plate.setLinearVelocity(btVector3(5, 0, 0));
        const Slide on = slide(w, plate, 0.4, 60);
        EXPECT_NEAR(on.speed, 5, 5e-4) << isMesh;
        EXPECT_LT(on.up, 4e-4) << isMesh;
    }
}

TEST(Seams, OnlyPartsThatAreNearAreNeighbours) {
    const WideTree narrowPhase;
    const auto model =
        narrowPhase.build(Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 2, 1}}).value());
    btBoxShape shape(btVector3(1, 1, 1));  // any: models are given
    btCollisionObject body;
    body.setCollisionShape(&shape);
    std::deque<btCollisionObject> tiles(100);
    std::deque<btCollisionObjectWrapper> wraps;
    Neighbours all;
    for (int i = 0; i < 100; ++i) {
        btCollisionObject& tile = tiles[std::size_t(i)];
        tile.setCollisionShape(&shape);
        tile.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(i), 0, 0)));
        const btCollisionObjectWrapper& wrap =
            wraps.emplace_back(nullptr, &shape, &tile, tile.getWorldTransform(), -1, -1);
        all.note(&tile, wrap, model, narrowPhase, body, /*step*/ 1);
    }
    const auto neighbours = [&](Real distance) {
        std::vector<Neighbour> found;
        all.find(&tiles[50], wraps[50], *model, body, /*step*/ 2, distance, found);
        return found.size();
    };
    EXPECT_EQ(neighbours(1e-3), 2U);
    EXPECT_EQ(neighbours(1.5), 4U);
    EXPECT_EQ(neighbours(1000), 99U);
}

}  // namespace
}  // namespace ricochet
