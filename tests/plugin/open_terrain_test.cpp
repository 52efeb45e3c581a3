// Bodies in deep contact where one has no inside: terrains, open surfaces, open bodies in solid floors.

#include "tests/support/build_kind.h"
#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletTerrain;
using test::BulletWorld;
using test::flat;
using test::groundOf;
using test::Height;
using test::hills;
using test::kIsSlowBuild;
using test::torusMesh;

/// Flat ground in strips: where they meet, the vertices of one do not meet those of the other.
BulletMesh stripes(int count) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) {
            const int first = int(vertices.size());
            for (const auto& [di, dk] : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 0}}) {
                const double x = 10.0 * (i + di) / count - 5, z = 10.0 * (k + dk + 0.3 * (i % 2)) / count - 5;
                vertices.push_back({btScalar(x), 0, btScalar(z)});
            }
            faces.push_back({first, first + 1, first + 2});
            faces.push_back({first, first + 2, first + 3});
        }
    }
    return BulletMesh(vertices, faces);
}

/// A torus with bumps, about half a metre.
BulletMesh lumpMesh() {
    BulletMesh lump = torusMesh(btScalar(0.45), 40, 20);
    for (auto& v : lump.vertices) {
        const btScalar bump =
            btScalar(0.5 + 0.06 * std::sin(7 * v[0] + 3 * v[2]) * std::cos(5 * v[1] + 4 * v[2]));
        for (btScalar& c : v) c *= bump;
    }
    return BulletMesh(lump.vertices, lump.faces);
}

struct Ground {
    const char* name;
    btCollisionShape* shape;
    Height height;
    bool isTerrain;
};

struct Grounds {
    BulletMesh two = groundOf(1, flat), fine = groundOf(64, flat), hilly = groundOf(40, hills),
               strips = stripes(20);
    btBvhTriangleMeshShape twoFaces{&two.interface, true}, fineFaces{&fine.interface, true},
        hillyFaces{&hilly.interface, true}, stripedFaces{&strips.interface, true};
    BulletTerrain evenTerrain{10, flat}, hillyTerrain{40, hills};

    std::vector<Ground> all() {
        return {{"two triangles", &twoFaces, flat, false},
                {"8,192 triangles", &fineFaces, flat, false},
                {"striped surface", &stripedFaces, flat, false},
                {"hilly surface", &hillyFaces, hills, false},
                {"even terrain", &evenTerrain.shape, flat, true},
                {"hilly terrain", &hillyTerrain.shape, hills, true}};
    }
};

std::vector<std::array<int, 3>> everyThird(const std::vector<std::array<int, 3>>& faces) {
    std::vector<std::array<int, 3>> some;
    for (std::size_t i = 0; i < faces.size(); i += 3) some.push_back(faces[i]);
    return some;
}

struct Body {
    const char* name;
    BulletMesh mesh;
    btBvhTriangleMeshShape shape;
    Body(const char* n, const BulletMesh& m)
        : name(n), mesh(m.vertices, m.faces), shape(&mesh.interface, true) {}
};

struct OpenTerrain : testing::Test {
    Grounds grounds;
    Body torus{"torus", torusMesh(btScalar(0.3))},
        box{"box", boxMesh(btScalar(0.5), btScalar(0.4), btScalar(0.6))}, lump{"lump", lumpMesh()};

    static btRigidBody& addAt(BulletWorld& w, Body& body, double x, double y, double z) {
        return w.add(body.shape, 1, btVector3(btScalar(x), btScalar(y), btScalar(z)),
                     btVector3(btScalar(0.3), btScalar(0.5), btScalar(0.3)));
    }
    static std::unique_ptr<BulletWorld> world(const char* narrowPhase = "wide-tree") {
        auto w = std::make_unique<BulletWorld>();
        Settings settings;
        settings.margins = Margins::zero;
        settings.narrowPhase = narrowPhase;
        settings.report = [](const std::string&) {};
        EXPECT_EQ(registerAlgorithms(&w->dispatcher, settings), "");
        return w;
    }
};

/// The lower half of a sphere about the origin, of one surface; the winding turns its front outwards or
/// inwards.
BulletMesh hemisphere(double radius, int around, bool isFrontOutside) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    const int down = around / 2;
    for (int i = 0; i < around; ++i) {
        for (int k = 0; k <= down; ++k) {
            const double u = 2 * M_PI * i / around, v = M_PI / 2 * k / down;
            vertices.push_back({btScalar(radius * std::sin(v) * std::cos(u)), btScalar(-radius * std::cos(v)),
                                btScalar(radius * std::sin(v) * std::sin(u))});
            if (k == down) continue;
            const int a = i * (down + 1) + k, b = (i + 1) % around * (down + 1) + k;
            faces.push_back(isFrontOutside ? std::array{a, b + 1, a + 1} : std::array{a, a + 1, b + 1});
            faces.push_back(isFrontOutside ? std::array{a, b, b + 1} : std::array{a, b + 1, b});
        }
    }
    return BulletMesh(vertices, faces);
}

/// The deepest vertex of the body below the ground; negative where all are above.
double depthBelow(const btRigidBody& body, const BulletMesh& mesh, Height height) {
    double deepest = -1e9;
    for (const auto& v : mesh.vertices) {
        const btVector3 p = body.getWorldTransform() * btVector3(v[0], v[1], v[2]);
        deepest = std::max(deepest, height(double(p.x()), double(p.z())) - double(p.y()));
    }
    return deepest;
}

/// What became of a body as it moved.
struct Ride {
    double fastest = 0;    ///< m/s
    double risen = 0;      ///< m/s: fastest upwards
    double outAfter = -1;  ///< seconds until it was out and remained so; -1: never
    double depth = 0;      ///< metres, at the end
    double speed = 0;      ///< m/s, at the end
};

Ride ride(BulletWorld& w, btRigidBody& body, const BulletMesh& mesh, Height height, int steps) {
    constexpr double kOut = 0.03;
    Ride r;
    for (int i = 0; i < steps; ++i) {
        w.run(1);
        r.speed = double(body.getLinearVelocity().length());
        r.fastest = std::max(r.fastest, r.speed);
        r.risen = std::max(r.risen, double(body.getLinearVelocity().y()));
        r.depth = depthBelow(body, mesh, height);
        if (r.depth >= kOut) r.outAfter = -1;
        if (r.depth < kOut && r.outAfter < 0) r.outAfter = (i + 1) / 60.0;
    }
    return r;
}

/// All of them, or the last one in a slow build: its paths through the code are those of the others.
template <class T>
std::vector<T> sampled(std::initializer_list<T> values) {
    return kIsSlowBuild ? std::vector<T>{*std::prev(values.end())} : std::vector<T>(values);
}

TEST_F(OpenTerrain, SunkenBodiesComeOutSlowlyAndRest) {
    for (const Ground& ground : grounds.all()) {
        for (Body* body : {&torus, &box, &lump}) {
            for (const double up : sampled({0.25, 0.0, -0.1})) {
                for (const bool groundIsFirst : sampled({false, true})) {
                    auto w = world();
                    if (groundIsFirst) w->add(*ground.shape, 0, btVector3(0, 0, 0));
                    btRigidBody& b = addAt(*w, *body, 0.2, ground.height(0.2, 0.3) + up, 0.3);
                    if (!groundIsFirst) w->add(*ground.shape, 0, btVector3(0, 0, 0));
                    const Ride r = ride(*w, b, body->mesh, ground.height, 240);
                    const auto what =
                        std::string(body->name) + " in " + ground.name + " at " + std::to_string(up);
                    EXPECT_LT(r.fastest, 2) << what;
                    EXPECT_GT(r.outAfter, 0) << what;
                    EXPECT_LT(r.outAfter, 1) << what;
                    EXPECT_LT(r.depth, 0.005) << what;
                    EXPECT_LT(r.speed, 0.05) << what;
                }
            }
        }
    }
}

// Bullet's solver cannot make one kilogram carry a hundred: what is caught below stays pressed in a little.
TEST_F(OpenTerrain, BodiesPressedInAreNotPressedThrough) {
    for (const Ground& ground : grounds.all()) {
        auto w = world();
        w->add(*ground.shape, 0, btVector3(0, 0, 0));
        btRigidBody& light = addAt(*w, torus, 0.2, ground.height(0.2, 0.3) + 0.6, 0.3);
        w->run(120);
        const btVector3 above = light.getWorldTransform().getOrigin() + btVector3(btScalar(0.1), 2, 0);
        btRigidBody& heavy = w->add(box.shape, 100, above, btVector3(30, 30, 30));
        EXPECT_LT(ride(*w, light, torus.mesh, ground.height, 240).depth, 0.1) << ground.name;
        EXPECT_LT(depthBelow(heavy, box.mesh, ground.height), 0.01) << ground.name;
    }
}

TEST_F(OpenTerrain, BodiesLandingFastOnACornerComeToRest) {
    for (const Ground& ground : grounds.all()) {
        for (int i = 0; i < (kIsSlowBuild ? 3 : 12); ++i) {
            auto w = world();
            w->add(*ground.shape, 0, btVector3(0, 0, 0));
            btRigidBody& b = addAt(*w, box, 0.2, 2 + 0.03 * i, 0.3);
            b.getWorldTransform().setRotation(
                btQuaternion(btVector3(1, btScalar(0.2 * i), 3).normalized(), btScalar(0.1 * i)));
            b.setLinearVelocity(btVector3(0, -20, 0));
            b.setAngularVelocity(btVector3(btScalar(i), 1, btScalar(6 - i)));
            const Ride r = ride(*w, b, box.mesh, ground.height, 240);
            const btVector3 at = b.getWorldTransform().getOrigin();
            const bool isOver = std::max(std::abs(at.x()), std::abs(at.z())) > 4;
            EXPECT_TRUE(isOver || r.depth < 0.01) << ground.name << " " << i << ": " << r.depth;
        }
    }
}

TEST_F(OpenTerrain, PlanksLandingFastDoNotRotateThroughAnOpenSurface) {
    Body plank("plank", boxMesh(1, btScalar(0.3), btScalar(0.1)));
    for (int i = 0; i < 40; ++i) {
        auto w = world();
        w->add(grounds.twoFaces, 0, btVector3(0, 0, 0));
        btRigidBody& b = w->add(plank.shape, 1, btVector3(0, btScalar(2 + 0.01 * i), 0),
                                btVector3(btScalar(0.033), btScalar(0.34), btScalar(0.36)));
        const btVector3 axis(btScalar(std::sin(i)), btScalar(std::cos(2 * i)), btScalar(std::sin(3 * i + 1)));
        b.getWorldTransform().setRotation(btQuaternion(axis.normalized(), btScalar(1.5 * std::sin(5 * i))));
        b.setLinearVelocity(btVector3(0, -20, 0));
        b.setAngularVelocity(2 * axis);
        const Ride r = ride(*w, b, plank.mesh, flat, 180);
        EXPECT_LT(r.depth, 0.01) << i;
        EXPECT_LT(r.risen, 4) << i;
    }
}

TEST_F(OpenTerrain, EveryNarrowPhaseGivesTheSameMotion) {
    for (btCollisionShape* ground : {grounds.all()[3].shape, grounds.all()[5].shape}) {
        std::vector<btVector3> ends;
        for (const char* narrowPhase : {"wide-tree", "obb-tree", "face-octree"}) {
            auto w = world(narrowPhase);
            w->add(*ground, 0, btVector3(0, 0, 0));
            const btRigidBody& b = addAt(*w, lump, 0.2, hills(0.2, 0.3) - 0.05, 0.3);
            w->run(90);
            ends.push_back(b.getWorldTransform().getOrigin());
            EXPECT_EQ(ends.back(), ends.front()) << narrowPhase;
        }
    }
}

TEST_F(OpenTerrain, BodiesFromBelowAnOpenSurfaceStayBelow) {
    for (const Ground& ground : grounds.all()) {
        if (ground.isTerrain) continue;
        for (Body* body : {&torus, &box, &lump}) {
            auto w = world();
            w->add(*ground.shape, 0, btVector3(0, 0, 0));
            btRigidBody& b = addAt(*w, *body, 0.2, ground.height(0.2, 0.3) - 1.5, 0.3);
            b.setLinearVelocity(btVector3(0, 15, 0));
            EXPECT_GT(ride(*w, b, body->mesh, ground.height, 40).depth, 1)
                << body->name << " " << ground.name;
        }
    }
}

TEST_F(OpenTerrain, BodiesOverABoundaryAreNotThrown) {
    for (const Ground& ground : grounds.all()) {
        for (Body* body : {&torus, &box, &lump}) {
            for (const double in : sampled({0.0, 0.2, 0.4})) {
                auto w = world();
                w->add(*ground.shape, 0, btVector3(0, 0, 0));
                btRigidBody& b = addAt(*w, *body, 5 - in, ground.height(5 - in, 0.3) - 0.1, 0.3);
                const Ride r = ride(*w, b, body->mesh, ground.height, 120);
                EXPECT_LT(r.risen, 1.5) << body->name << " " << ground.name << " " << in;
            }
        }
    }
}

/// As large terrains are tiled: the body overlaps both tiles, and one tile alone would push it sideways.
TEST_F(OpenTerrain, BodiesSunkInTwoTilesComeOutSlowly) {
    for (const Ground& ground : grounds.all()) {
        for (Body* body : {&torus, &box, &lump}) {
            for (const double x : sampled({4.6, 4.9, 5.0})) {
                if (ground.height != flat || ground.shape == &grounds.stripedFaces) continue;  // many tiles
                auto w = world();
                w->add(*ground.shape, 0, btVector3(0, 0, 0));
                w->add(*ground.shape, 0, btVector3(10, 0, 0));
                btRigidBody& b = addAt(*w, *body, x, 0, 0.3);
                const Ride r = ride(*w, b, body->mesh, flat, 240);
                const std::string what =
                    std::string(body->name) + " " + ground.name + " " + std::to_string(x);
                EXPECT_LT(r.fastest, 2) << what;
                EXPECT_GT(r.outAfter, 0) << what;
                EXPECT_LT(r.depth, 0.005) << what;
            }
        }
    }
}

TEST_F(OpenTerrain, BodiesEntirelyBelowATerrainRiseSlowly) {
    for (const Ground& ground : grounds.all()) {
        if (!ground.isTerrain) continue;
        for (Body* body : {&torus, &box, &lump}) {
            for (const double down : sampled({1.3, 1.31, 1.32, 1.33, 1.34})) {
                auto w = world();
                w->add(*ground.shape, 0, btVector3(0, 0, 0));
                btRigidBody& b = addAt(*w, *body, 0.2, ground.height(0.2, 0.3) - down, 0.3);
                const Ride r = ride(*w, b, body->mesh, ground.height, 300);
                EXPECT_LT(r.fastest, 3) << body->name << " " << ground.name << " " << down;
                EXPECT_GT(r.outAfter, 0.5) << body->name << " " << ground.name << " " << down;
                EXPECT_LT(r.depth, 0.005) << body->name << " " << ground.name << " " << down;
            }
        }
    }
}

TEST_F(OpenTerrain, ATerrainThatGrowsUnderARestingBodyRaisesIt) {
    auto w = world();
    w->add(grounds.hillyTerrain.shape, 0, btVector3(0, 0, 0));
    btRigidBody& b = addAt(*w, torus, 2, hills(2, 0) + 0.8, 0);
    w->run(180);
    grounds.hillyTerrain.shape.setLocalScaling(btVector3(btScalar(0.25), 2, btScalar(0.25)));
    const auto twice = [](double x, double z) { return 2 * hills(x, z); };
    EXPECT_GT(depthBelow(b, torus.mesh, twice), 0.1);
    const Ride r = ride(*w, b, torus.mesh, twice, 240);
    EXPECT_LT(r.fastest, 5);
    EXPECT_LT(r.depth, 0.01);
}

TEST_F(OpenTerrain, OpenBodiesComeOutOfASolidFloor) {
    BulletMesh floorMesh = boxMesh(5, 1, 5), cube = boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5));
    btBvhTriangleMeshShape floor(&floorMesh.interface, true);
    Body bin("bin", BulletMesh(cube.vertices, {cube.faces.begin(), cube.faces.end() - 2}));
    Body soup("soup", BulletMesh(lump.mesh.vertices, everyThird(lump.mesh.faces)));
    for (Body* body : {&bin, &soup}) {
        for (const double turn : {0.0, 0.7, 1.57, 3.14}) {
            for (const double up : sampled({0.2, 0.0, -0.2})) {
                auto w = world();
                w->add(floor, 0, btVector3(0, -1, 0));
                btRigidBody& b = addAt(*w, *body, 0.2, up, 0.3);
                b.getWorldTransform().setRotation(btQuaternion(btVector3(0, 0, 1), btScalar(turn)));
                const Ride r = ride(*w, b, body->mesh, flat, 240);
                EXPECT_LT(r.fastest, 3) << body->name << " " << turn << " " << up;  // it topples, too
                EXPECT_GT(r.outAfter, 0) << body->name << " " << turn << " " << up;
                EXPECT_LT(r.depth, 0.005) << body->name << " " << turn << " " << up;
            }
        }
    }
}

/// Rings fall into a bowl of one surface, roll and spin.
TEST_F(OpenTerrain, RingsStayInAnOpenBowlWhicheverItsFrontIs) {
    BulletMesh ring = torusMesh(btScalar(1) / 3, 40, 20);
    for (auto& v : ring.vertices) {
        for (btScalar& c : v) c *= btScalar(0.3);
    }
    Body body("ring", ring);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> any(-1, 1);
    const auto vector = [&](double size) {
        return btVector3(btScalar(size * any(random)), btScalar(size * any(random)),
                         btScalar(size * any(random)));
    };
    for (const int around : {16, 32}) {
        for (const bool isFrontOutside : {false, true}) {
            const BulletMesh bowl = hemisphere(2, around, isFrontOutside);
            Body open("bowl", bowl);
            for (int start = 0; start < (kIsSlowBuild ? 2 : 12); ++start) {
                const auto w = world();
                w->add(open.shape, 0, btVector3(0, 0, 0));
                btRigidBody& moving = w->add(body.shape, 1, btVector3(0, btScalar(-1), 0) + vector(0.5),
                                             btVector3(btScalar(0.05), btScalar(0.09), btScalar(0.05)));
                moving.getWorldTransform().setRotation(
                    btQuaternion(vector(1).normalized(), btScalar(3 * any(random))));
                moving.setLinearVelocity(vector(2));
                moving.setAngularVelocity(vector(8));
                btScalar deepest = 0;
                for (int step = 0; step < 240; ++step) {
                    w->run(1);
                    for (int m = 0; m < w->dispatcher.getNumManifolds(); ++m) {
                        const btPersistentManifold& points = *w->dispatcher.getManifoldByIndexInternal(m);
                        for (int p = 0; p < points.getNumContacts(); ++p) {
                            deepest = std::min(deepest, points.getContactPoint(p).getDistance());
                        }
                    }
                }
                EXPECT_GT(moving.getWorldTransform().getOrigin().y(), -2)
                    << around << " " << isFrontOutside << " " << start;
                EXPECT_GT(deepest, -0.01) << "metres; start " << start;
            }
        }
    }
}

TEST_F(OpenTerrain, OpenSurfacesThatDoNotTouchAttractNothing) {
    const BulletMesh triangle({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 1, 2}});
    Body upper("upper", triangle), lower("lower", triangle);
    for (const double gap : {1e-3, 5e-3, 2e-2, -1e-3, -5e-3, -2e-2}) {
        const auto w = world();
        w->world.setGravity(btVector3(0, 0, 0));
        w->add(lower.shape, 0, btVector3(0, 0, 0));
        const btRigidBody& moving = addAt(*w, upper, 0, gap, 0);
        w->run(60);
        EXPECT_NEAR(moving.getWorldTransform().getOrigin().y(), gap, 1e-6);
        EXPECT_LT(moving.getAngularVelocity().length(), 1e-5);
    }
}

TEST_F(OpenTerrain, OpenSurfacesRestOnOneAnotherWhicheverTheirFrontsAre) {
    for (const bool isUpsideDown : {false, true}) {
        BulletMesh square = groundOf(4, flat);  // of 10 m
        for (auto& v : square.vertices) {
            for (btScalar& c : v) c *= btScalar(0.1);
            if (isUpsideDown) v[2] = -v[2];
        }
        const BulletMesh small(square.vertices, square.faces);
        Body body("square", small);
        for (const Ground& ground : grounds.all()) {
            for (const double speed : {0.0, 5.0}) {
                const auto w = world();
                w->add(*ground.shape, 0, btVector3(0, 0, 0));
                btRigidBody& moving = addAt(*w, body, 0.3, ground.height(0.3, 0.2) + 0.8, 0.2);
                moving.setLinearVelocity(btVector3(0, btScalar(-speed), 0));
                w->run(240);
                const btVector3& end = moving.getWorldTransform().getOrigin();
                EXPECT_GT(end.y(), ground.height(end.x(), end.z()) - 0.05)
                    << ground.name << ", " << speed << " m/s";
                EXPECT_LT(moving.getLinearVelocity().length(), 0.05)
                    << ground.name << ", " << speed << " m/s";
            }
        }
    }
}

}  // namespace
}  // namespace ricochet
