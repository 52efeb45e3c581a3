#include "tests/bench/ground_shapes.h"

#include <btBulletCollisionCommon.h>

#include <cmath>
#include <random>

namespace ricochet::bench {
namespace {

constexpr int kQuads = 60;             // along a side of the landscape
constexpr double kSide = 30;           // metres, of both grounds
constexpr double kLinkMargin = 0.001;  // metres: Bullet's URDF importer gives this to hulls

double landscapeHeight(double x, double z) {
    return 0.2 * std::sin(0.5 * x) * std::cos(0.4 * z) + 0.1 * std::sin(1.7 * x + 0.9 * z);
}

/// Points on an ellipsoid in metres; of the hull all are vertices.
std::unique_ptr<btCollisionShape> hull(int points, const btVector3& radii, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    auto shape = std::make_unique<btConvexHullShape>();
    for (int i = 0; i < points; ++i) {
        const btVector3 direction =
            btVector3(btScalar(normal(random)), btScalar(normal(random)), btScalar(normal(random)))
                .normalized();
        shape->addPoint(direction * radii, false);
    }
    shape->recalcLocalAabb();
    return shape;
}

/// A tube with rounded ends along y, like the links of arms.
std::unique_ptr<btCollisionShape> link(int index) {
    const int around = 6 + 2 * index;  // 48 to 160 vertices
    const double radius = 0.07 - 0.004 * index, half = halfLength(index) - 0.05;
    auto shape = std::make_unique<btConvexHullShape>();
    for (const double end : {-1.0, 1.0}) {
        for (const double turn : {0.0, 0.35, 0.7, 1.05}) {
            for (int k = 0; k < around; ++k) {
                const double angle = 2 * SIMD_PI * k / around + turn, r = radius * std::cos(turn);
                shape->addPoint(
                    btVector3(btScalar(r * std::cos(angle)), btScalar(end * (half + radius * std::sin(turn))),
                              btScalar(r * std::sin(angle))),
                    false);
            }
        }
    }
    shape->recalcLocalAabb();
    shape->setMargin(btScalar(kLinkMargin));
    return shape;
}

/// A prism that is as high as an arm's first link.
std::unique_ptr<btCollisionShape> base() {
    constexpr int kCorners = 32;
    constexpr double kRadius = 0.45;  // metres
    auto shape = std::make_unique<btConvexHullShape>();
    for (int k = 0; k < kCorners; ++k) {
        const double angle = 2 * SIMD_PI * k / kCorners;
        for (const double end : {-1.0, 1.0})
            shape->addPoint(btVector3(btScalar(kRadius * std::cos(angle)), btScalar(end * halfLength(0)),
                                      btScalar(kRadius * std::sin(angle))),
                            false);
    }
    shape->recalcLocalAabb();
    shape->setMargin(btScalar(kLinkMargin));
    return shape;
}

}  // namespace

std::vector<std::string> groundShapes() {
    return {"box", "hull-30-57", "hull-200", "sphere", "capsule", "cylinder", "link", "arm", "robot"};
}

std::vector<std::string> grounds() { return {"landscape", "quad"}; }

double groundHeight(const std::string& ground, double x, double z) {
    return ground == "landscape" ? landscapeHeight(x, z) : 0;
}

std::unique_ptr<btTriangleMesh> groundMesh(const std::string& ground) {
    const int quads = ground == "landscape" ? kQuads : 1;
    auto mesh = std::make_unique<btTriangleMesh>();
    const auto corner = [&](int i, int j) {
        const double x = kSide * (double(i) / quads - 0.5), z = kSide * (double(j) / quads - 0.5);
        return btVector3(btScalar(x), btScalar(groundHeight(ground, x, z)), btScalar(z));
    };
    for (int i = 0; i < quads; ++i) {
        for (int j = 0; j < quads; ++j) {
            mesh->addTriangle(corner(i, j), corner(i, j + 1), corner(i + 1, j + 1));
            mesh->addTriangle(corner(i, j), corner(i + 1, j + 1), corner(i + 1, j));
        }
    }
    return mesh;
}

std::unique_ptr<btCollisionShape> shapeOf(const std::string& name, int body) {
    const auto seed = static_cast<unsigned>(body);
    if (name == "box")
        return std::make_unique<btBoxShape>(btVector3(btScalar(.3), btScalar(.2), btScalar(.4)));
    if (name == "hull-30-57")
        return hull(30 + 3 * body, btVector3(btScalar(.4), btScalar(.3), btScalar(.35)), seed);
    if (name == "hull-200") return hull(200, btVector3(btScalar(.4), btScalar(.3), btScalar(.35)), seed);
    if (name == "sphere") return std::make_unique<btSphereShape>(btScalar(.3));
    if (name == "capsule") return std::make_unique<btCapsuleShape>(btScalar(.2), btScalar(.5));
    if (name == "cylinder")
        return std::make_unique<btCylinderShape>(btVector3(btScalar(.3), btScalar(.25), btScalar(.3)));
    if (name == "robot" && body % kLinks == 0) return base();
    return link(body % kLinks);  // of an arm or a robot, or alone
}

double halfLength(int link) { return 0.22 - 0.01 * link; }

}  // namespace ricochet::bench
