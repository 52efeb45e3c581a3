#include "demos/scenes/analytic/body_on_plane.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kGravity = 9.81;  // m/s²

Vector3d onSlope(double degrees) {
    const double angle = degrees * kPi / 180;
    return kGravity * Vector3d(std::sin(angle), -std::cos(angle), 0);
}

/// A prism of `sides` sides and radius 1 that stands on an edge, its axis along z.
std::vector<Vector3d> polygonPrism(int sides) {
    std::vector<Vector3d> vertices;
    for (int i = 0; i < sides; ++i) {
        const double angle = kTurn * (i + 0.5) / sides;
        for (const double z : {-0.5, 0.5}) vertices.emplace_back(std::sin(angle), -std::cos(angle), z);
    }
    return vertices;
}

/// At each corner the angular momentum about the new one is conserved, and between them the energy.
TEST(BodyOnPlane, APrismRollsByThePolygonsLaw) {
    constexpr int kSides = 12, kCorners = 5;
    const double side = kTurn / kSides, height = std::cos(side / 2), inertia = 0.5;
    BodyOnPlane::State start;
    start.position = {0, height, 0};
    start.spin = {0, 0, -2};
    start.velocity = {2 * height, 2 * std::sin(side / 2), 0};  // about the next corner
    BodyOnPlane prism(polygonPrism(kSides), inertia * Matrix3d::Identity(), onSlope(0), 10, start);
    const auto energy = [&] {
        const BodyOnPlane::State& s = prism.state();
        return (s.velocity.squaredNorm() + inertia * s.spin.squaredNorm()) / 2 +
               kGravity * (s.position.y() - height);
    };
    const double first = energy(), remaining = (inertia + std::cos(side)) / (inertia + 1);
    // Halfway up on the edge after the last of these corners.
    const double end = 2 * std::sin(side / 2) * kCorners + std::sin(side / 2);
    while (prism.state().position.x() < end && prism.state().velocity.x() > 0) prism.simulate(1e-4, 1);
    EXPECT_NEAR(energy() / first, std::pow(remaining, 2 * kCorners), 1e-3);
}

TEST(BodyOnPlane, ABlockSlidesByCoulombsLaw) {
    std::vector<Vector3d> block;
    for (const double x : {-0.5, 0.5}) {
        for (const double y : {-0.1, 0.1}) {
            for (const double z : {-0.4, 0.4}) block.emplace_back(x, y, z);
        }
    }
    BodyOnPlane::State start;
    start.position = {0, 0.1, 0};
    BodyOnPlane body(block, 0.05 * Matrix3d::Identity(), onSlope(30), 0.2, start);
    body.simulate(0.5, 500);
    const double expected = kGravity * (std::sin(kPi / 6) - 0.2 * std::cos(kPi / 6)) * 0.5;
    EXPECT_NEAR(body.state().velocity.x(), expected, 1e-6);
    EXPECT_LT(body.state().spin.norm(), 1e-6);
}

double accelerationOfASphere(int subdivisions) {
    std::vector<Vector3d> vertices;
    double minimum = 0;
    for (const btVector3& v : icosphere(subdivisions, 1).vertices) {
        vertices.emplace_back(double(v.x()), double(v.y()), double(v.z()));
        minimum = std::min(minimum, vertices.back().y());
    }
    BodyOnPlane::State start;
    start.position = {0, -minimum, 0};
    start.orientation = Eigen::Quaterniond::Identity();
    BodyOnPlane sphere(vertices, 0.4 * Matrix3d::Identity(), onSlope(30), 1, start);
    sphere.simulate(0.5, 1000);
    const double half = sphere.state().position.x();
    sphere.simulate(0.5, 1000);
    return (sphere.state().position.x() - 2 * half) / 0.25;
}

/// The loss at a corner grows with the square of the angle between faces, and their number with its inverse.
TEST(BodyOnPlane, TheLossOfAPolyhedralSphereHalvesWithTheFaceSize) {
    const double law = onSlope(30).x() / 1.4;
    const double coarse = 1 - accelerationOfASphere(2) / law, fine = 1 - accelerationOfASphere(3) / law;
    EXPECT_GT(coarse, 0.05);
    EXPECT_NEAR(fine / coarse, 0.5, 0.1);
}

TEST(BodyOnPlane, AFlyingBodyRotatesFreely) {
    BodyOnPlane::State start;
    start.position = {0, 100, 0};
    start.velocity = {1, 0, 0};
    start.spin = {3, 1, 2};
    const Matrix3d inertia = Vector3d(0.1, 0.2, 0.25).asDiagonal();
    BodyOnPlane body({Vector3d(0, -1, 0)}, inertia, onSlope(0), 1, start);
    const Vector3d first = inertia * start.spin;
    body.simulate(1, 20000);
    const Matrix3d rotation = body.state().orientation.toRotationMatrix();
    EXPECT_LT((rotation * inertia * rotation.transpose() * body.state().spin - first).norm(),
              1e-3 * first.norm());
    EXPECT_NEAR(body.state().position.y(), 100 - kGravity / 2, 1e-3);
}

}  // namespace
}  // namespace ricochet::scenes
