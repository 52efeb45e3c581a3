// Bodies that rotate by tenths of a radian or more in a step: what their arcs do not touch has no contact,
// and what touches within the step carries them.

#include "demos/scenes/analytic/body_on_plane.h"
#include "demos/scenes/mesh_generators.h"
#include "tests/plugin/scene_mesh.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <numbers>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

constexpr int kFacets = 64;

/// A prism about z with a vertex lowest.
BulletMesh wheelMesh(double radius) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (const int side : {-1, 1}) {
        for (int i = 0; i < kFacets; ++i) {
            const double angle = 2 * std::numbers::pi * i / kFacets - std::numbers::pi / 2;
            vertices.push_back({btScalar(radius * std::cos(angle)), btScalar(radius * std::sin(angle)),
                                btScalar(side * radius / 4)});
        }
    }
    for (const int side : {-1, 1}) vertices.push_back({0, 0, btScalar(side * radius / 4)});
    for (int i = 0; i < kFacets; ++i) {
        const int next = (i + 1) % kFacets;
        faces.push_back({2 * kFacets, next, i});
        faces.push_back({2 * kFacets + 1, kFacets + i, kFacets + next});
        faces.push_back({i, next, kFacets + next});
        faces.push_back({i, kFacets + next, kFacets + i});
    }
    return BulletMesh(vertices, faces);
}

BulletMesh icosphereMesh(double radius, int subdivisions) {
    return test::meshOf(scenes::icosphere(subdivisions, radius));
}

/// A floor of two triangles at y = 0, and a body above it, without damping.
struct SpinWorld : BulletWorld {
    std::deque<BulletMesh> meshes;
    std::deque<std::unique_ptr<btCollisionShape>> shapes;
    btRigidBody* body = nullptr;

    explicit SpinWorld(double halfWidth) {
        Settings settings;
        settings.margins = Margins::zero;
        settings.report = [](const Report&) {};
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
        const auto w = btScalar(halfWidth);
        add(shapeOf(BulletMesh({{-w, 0, -w}, {w, 0, -w}, {w, 0, w}, {-w, 0, w}}, {{0, 2, 1}, {0, 3, 2}})), 0,
            {0, 0, 0});
    }
    ~SpinWorld() {
        while (world.getNumCollisionObjects() > 0)
            world.removeCollisionObject(world.getCollisionObjectArray()[0]);
    }

    btCollisionShape& shapeOf(const BulletMesh& mesh) {
        meshes.emplace_back(mesh.vertices, mesh.faces);
        shapes.push_back(std::make_unique<btBvhTriangleMeshShape>(&meshes.back().interface, true));
        shapes.back()->setMargin(0);
        return *shapes.back();
    }

    /// `inertia`: m², of a kilogram.
    btRigidBody& put(const BulletMesh& mesh, double inertia, double height, double friction, double spin) {
        body = &add(shapeOf(mesh), 1, {0, btScalar(height), 0}, btScalar(inertia) * btVector3(1, 1, 1));
        body->setFriction(btScalar(friction));
        body->setDamping(0, 0);
        body->setAngularVelocity({0, 0, btScalar(-spin)});
        return *body;
    }
};

/// Radians a second, seconds.
struct Spin {
    double spin, step;
};

TEST(Spinning, AWheelThatItsArcKeepsAboveTheFloorIsNotTouched) {
    for (const double radius : {0.01, 0.5, 10.0}) {
        for (const auto& [spin, step] :
             {Spin{13, 1.0 / 60}, {40, 1.0 / 60}, {100, 1.0 / 60}, {100, 1.0 / 240}, {500, 1.0 / 960}}) {
            SpinWorld world(10 * radius);
            world.world.setGravity({0, 0, 0});
            btRigidBody& wheel = world.put(wheelMesh(radius), radius * radius / 2, 1.002 * radius, 0, spin);
            world.run(3, btScalar(step));
            EXPECT_LT(double(wheel.getLinearVelocity().length()), 1e-5 * spin * radius)
                << radius << " m, " << spin << " rad/s, " << step << " s";
            EXPECT_NEAR(double(wheel.getAngularVelocity().z()), -spin, 1e-5 * spin);
        }
    }
}

/// A spinning cube of 1 m whose corners pass the floor at the given height (metres) in mid-step; its speed.
double speedOfCubePassing(double height, double spin, double step, double startAngle) {
    SpinWorld world(5);
    world.world.setGravity({0, 0, 0});
    btRigidBody& cube = world.put(boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5)), 1.0 / 6,
                                  std::sqrt(0.5) + height, 0, spin);
    btTransform start = cube.getWorldTransform();
    start.setRotation(btQuaternion(btVector3(0, 0, 1), btScalar(startAngle)));
    cube.setWorldTransform(start);
    double fastest = 0;
    for (int i = 0; i < 60; ++i) {
        world.run(1, btScalar(step));
        fastest = std::max(fastest, double(cube.getLinearVelocity().length()));
    }
    return fastest;
}

TEST(Spinning, ACornerStrikesOnlyWhatItsArcMeets) {
    for (const double spin : {13.0, 25.0, 45.0}) {
        for (const double startAngle : {0.0, 0.4, 0.7}) {
            EXPECT_LT(speedOfCubePassing(0.006, spin, 1.0 / 60, startAngle), 1e-3)
                << spin << " rad/s from " << startAngle;
            EXPECT_GT(speedOfCubePassing(-0.03, spin, 1.0 / 60, startAngle), 0.1)
                << spin << " rad/s from " << startAngle;
        }
    }
}

TEST(Spinning, TheFloorCarriesAWheel) {
    for (const double radius : {0.05, 0.5}) {
        for (const double spin : {13.0, 30.0, 80.0, 120.0, 150.0}) {
            SpinWorld world(10 * radius);
            btRigidBody& wheel = world.put(wheelMesh(radius), radius * radius / 2, 1.002 * radius, 0, spin);
            double highest = 0, lowest = 1;
            for (int i = 0; i < 120; ++i) {
                world.run(1);
                const double height = double(wheel.getWorldTransform().getOrigin().y()) / radius - 1;
                highest = std::max(highest, height);
                lowest = std::min(lowest, height);
            }
            EXPECT_LT(highest, 0.01) << radius << " m, " << spin << " rad/s";
            EXPECT_GT(lowest, -0.015) << radius << " m, " << spin << " rad/s";
            EXPECT_LT(double(wheel.getAngularVelocity().length()), 1.001 * spin);
        }
    }
}

/// A part of the speed that the same polyhedron has in steps of 0.25 ms.
TEST(Spinning, SmallSpheresRollAsPolyhedraDo) {
    for (const auto& [radius, subdivisions, speed] :
         {std::array{0.03, 4.0, 1.0}, {0.03, 5.0, 1.0}, {0.06, 4.0, 0.5}, {0.1, 4.0, 1.0}, {0.2, 4.0, 2.0}}) {
        const BulletMesh mesh = icosphereMesh(radius, int(subdivisions));
        const double inertia = 0.4 * radius * radius;
        SpinWorld world(20);
        btRigidBody& sphere = world.put(mesh, inertia, radius, 1, speed / radius);
        sphere.setLinearVelocity({btScalar(speed), 0, 0});
        world.run(60);

        std::vector<Eigen::Vector3d> vertices;
        for (const auto& [x, y, z] : mesh.vertices) vertices.push_back({double(x), double(y), double(z)});
        scenes::BodyOnPlane::State start;
        start.position = {0, radius, 0};
        start.velocity = {speed, 0, 0};
        start.spin = {0, 0, -speed / radius};
        scenes::BodyOnPlane law(vertices, inertia * Eigen::Matrix3d::Identity(), {0, -9.81, 0}, 1, start);
        law.simulate(1, 4000);
        const double left = double(sphere.getLinearVelocity().length());
        EXPECT_GT(left, 0.9 * law.state().velocity.norm()) << radius << " m, " << speed << " m/s";
        EXPECT_LT(left, 1.01 * speed) << radius << " m, " << speed << " m/s";
    }
}

}  // namespace
}  // namespace ricochet
