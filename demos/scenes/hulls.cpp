#include "demos/scenes/hulls.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/placing.h"
#include "demos/scenes/stock_scene.h"

#include <cmath>
#include <functional>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr btScalar kHullSlack = btScalar(0.5);  // metres below the floor at which a body counts as lost
constexpr int kKinds = 40;                      // of hulls
constexpr int kFewestVertices = 12, kMostVertices = 200;

using CentreOf = std::function<btVector3(const SceneMesh&)>;

/// The hull of points about its centre of mass, drawn as a hull.
StockShape stockHullOf(const std::vector<btVector3>& points, const CentreOf& centreOf) {
    SceneMesh mesh = hullMesh(points);
    translate(mesh, -centreOf(mesh));
    StockShape hull = stockHull(mesh.vertices);
    hull.mesh = std::make_shared<const SceneMesh>(std::move(mesh));
    return hull;
}

/// Points on an ellipsoid, or the corners of a prism along y.
std::vector<btVector3> hullPoints(Random& random, int vertices, bool isPrism) {
    const double x = random.between(0.2, 0.45), y = random.between(0.2, 0.45), z = random.between(0.2, 0.45);
    std::vector<btVector3> points;
    for (int i = 0; isPrism && i < vertices / 2; ++i) {
        const double angle = 2 * std::numbers::pi * i / (vertices / 2);
        for (const double side : {-1.0, 1.0}) {
            points.push_back(vertexAt(x * std::cos(angle), side * y, z * std::sin(angle)));
        }
    }
    while (!isPrism && static_cast<int>(points.size()) < vertices) {
        const double up = random.between(-1, 1), angle = random.between(0, 2 * std::numbers::pi);
        const double aside = std::sqrt(1 - up * up);
        points.push_back(vertexAt(x * aside * std::cos(angle), y * up, z * aside * std::sin(angle)));
    }
    return points;
}

class ConvexScene : public StockScene {
public:
    ConvexScene(btDynamicsWorld& world, const SceneOptions& options, const btVector3& gravity)
        : StockScene(world, options, gravity), centreOf_(options.centreOfMass) {}

    Place placeOf(const btRigidBody& body) const override {
        const btVector3& at = body.getCenterOfMassPosition();
        return body.isStaticObject() || at.y() > lowest_ - kHullSlack ? Place::inside : Place::through;
    }

protected:
    /// A static box with its centre at `at`.
    btRigidBody& addFixed(const btVector3& half, const btVector3& at) {
        return add(keep(stockBox(half)), 0, standingAt(at));
    }
    /// A wall on y = `base`, drawn as a curb so that it hides nothing.
    btRigidBody& addWall(const btVector3& half, const btVector3& at, double base) {
        constexpr double kCurbHalf = 0.1;  // metres
        SceneMesh curb = box(half.x(), kCurbHalf, half.z());
        translate(curb, vectorAt(0, base + kCurbHalf - double(at.y()), 0));
        StockShape wall = stockBox(half);
        wall.mesh = std::make_shared<const SceneMesh>(std::move(curb));
        return add(keep(std::move(wall)), 0, standingAt(at));
    }
    /// Its top is at y = 0.
    void addFloor(double half) { addFixed(vectorAt(half, 1, half), vectorAt(0, -1, 0)); }
    void setLowest(btScalar lowest) { lowest_ = lowest; }

    std::vector<const StockShape*> makeHulls() {
        std::vector<const StockShape*> hulls;
        for (int i = 0; i < kKinds; ++i) {
            const int vertices = kFewestVertices + i * (kMostVertices - kFewestVertices) / (kKinds - 1);
            hulls.push_back(
                &keep(stockHullOf(hullPoints(random(), vertices, /*isPrism*/ i % 3 == 2), centreOf_)));
        }
        return hulls;
    }

    /// Adds hulls in layers of rows, rotated at random.
    void addLayers(const std::vector<const StockShape*>& hulls, int count, int rows, double height) {
        constexpr double kApart = 1.1;  // metres
        for (int i = 0; i < count; ++i) {
            const auto along = [&](int place) { return kApart * (place - (rows - 1) / 2.0); };
            const btVector3 at =
                vectorAt(along(i % rows), height + kApart * (i / (rows * rows)), along(i / rows % rows));
            const btTransform start(random().rotation(), at);
            add(*hulls[static_cast<std::size_t>(random().below(kKinds))], 1, start);
        }
    }

private:
    CentreOf centreOf_;
    btScalar lowest_ = 0;
};

const btVector3 kGravity(0, btScalar(-9.81), 0);

/// Hulls fall into a pit whose floor and walls are boxes.
class HullPile : public ConvexScene {
public:
    HullPile(btDynamicsWorld& world, const SceneOptions& options) : ConvexScene(world, options, kGravity) {
        constexpr double kHalf = 2.4, kThick = 0.5, kWallHalf = 3.5, kGap = 0.01;
        addFloor(kHalf + 2 * kThick);
        for (const double side : {-1.0, 1.0}) {
            addWall(vectorAt(kThick, kWallHalf, kHalf + 2 * kThick),
                    vectorAt(side * (kHalf + kThick), kWallHalf + kGap, 0), kGap);
            addWall(vectorAt(kHalf - kGap, kWallHalf, kThick),
                    vectorAt(0, kWallHalf + kGap, side * (kHalf + kThick)), kGap);
        }
        addLayers(makeHulls(), options.bodies.value_or(200), /*rows*/ 4, /*height*/ 0.8);
    }
};

/// Hulls fall onto a wide floor, where they roll apart.
class HullRain : public ConvexScene {
public:
    HullRain(btDynamicsWorld& world, const SceneOptions& options) : ConvexScene(world, options, kGravity) {
        addFloor(14);
        addLayers(makeHulls(), options.bodies.value_or(300), /*rows*/ 7, /*height*/ 3);
    }
};

/// Spheres of 528 triangles that fly, rotate and bounce in a box without gravity.
class SeparatingPlanes : public ConvexScene {
public:
    SeparatingPlanes(btDynamicsWorld& world, const SceneOptions& options)
        : ConvexScene(world, options, btVector3(0, 0, 0)) {
        const int count =
            options.bodies ? *options.bodies : std::stoi(options.variant.empty() ? "10" : options.variant);
        constexpr double kHalf = 3, kThick = 0.5, kGap = 0.01;
        setLowest(btScalar(-kHalf));
        for (int axis = 0; axis < 3; ++axis) {
            for (const double side : {-1.0, 1.0}) {
                btVector3 half = vectorAt(kHalf - kGap, kHalf - kGap, kHalf - kGap);
                btVector3 at(0, 0, 0);
                half[axis] = btScalar(kThick);
                at[axis] = btScalar(side * (kHalf + kThick));
                const bool isFloor = axis == 1 && side < 0;
                const double base = axis == 1 ? -kHalf - 3 * kThick : -kHalf;  // the ceiling: below the floor
                setMutualRestitution(isFloor ? addFixed(half, at) : addWall(half, at, base), 1);
            }
        }
        const StockShape& sphere = keep(stockHullOf(spherePoints(), options.centreOfMass));
        constexpr int kPerRow = 4;
        for (int i = 0; i < count; ++i) {
            const auto along = [](int place) { return 1.4 * (place - (kPerRow - 1) / 2.0); };
            const btVector3 at =
                vectorAt(along(i % kPerRow), along(i / (kPerRow * kPerRow)), along(i / kPerRow % kPerRow));
            btRigidBody& body = add(sphere, 1, btTransform(random().rotation(), at));
            setMutualRestitution(body, 1);
            const auto speed = [this] { return random().between(-2, 2); };
            const double x = speed(), y = speed(), z = speed();
            body.setLinearVelocity(vectorAt(x, y, z));
            body.setAngularVelocity(vectorAt(z, x, y));
        }
    }

private:
    /// 24 x 11 quads and triangles by latitude and longitude: 528 triangles.
    static std::vector<btVector3> spherePoints() {
        constexpr int kMeridians = 24, kRings = 11;
        constexpr double kRadius = 0.5;
        std::vector<btVector3> points = {vertexAt(0, -kRadius, 0), vertexAt(0, kRadius, 0)};
        for (int ring = 1; ring <= kRings; ++ring) {
            const double up = std::numbers::pi * ring / (kRings + 1);
            for (int i = 0; i < kMeridians; ++i) {
                const double around = 2 * std::numbers::pi * i / kMeridians;
                points.push_back(vertexAt(kRadius * std::sin(up) * std::cos(around), -kRadius * std::cos(up),
                                          kRadius * std::sin(up) * std::sin(around)));
            }
        }
        return points;
    }
};

/// Stacked Bullet boxes: a tower of ten, or a wall of 55 in ten courses.
class BoxStacks : public ConvexScene {
public:
    BoxStacks(btDynamicsWorld& world, const SceneOptions& options) : ConvexScene(world, options, kGravity) {
        addFloor(6);
        const bool isWall = options.variant == "wall";
        const StockShape& brick = keep(stockBox(vectorAt(0.25, 0.25, 0.5)));
        for (int course = 0; course < 10; ++course) {
            const int bricks = isWall ? 6 - course % 2 : 1;
            for (int i = 0; i < bricks; ++i) {
                const double z = 1.004 * (i - (bricks - 1) / 2.0);
                add(brick, 1, standingAt(vectorAt(0, 0.2501 + 0.5001 * course, z)));
            }
        }
    }
};

template <class Made>
std::unique_ptr<Scene> make(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Made>(world, options);
}

}  // namespace

std::vector<SceneEntry> hullScenes() {
    return {
        {"hull-pile",
         "200 convex hulls of 12 to 200 vertices fall into a pit of boxes",
         {},
         make<HullPile>,
         /*isOfAnyNumber*/ true},
        {"hull-rain", "300 such hulls fall onto a wide floor", {}, make<HullRain>, /*isOfAnyNumber*/ true},
        {"separating-planes",
         "spheres of 528 triangles fly about in a box, as hulls",
         {"10", "20", "30", "40"},
         make<SeparatingPlanes>,
         /*isOfAnyNumber*/ true},
        {"box-stacks",
         "Bullet's boxes in a tower of ten, or in a wall of 55",
         {"tower", "wall"},
         make<BoxStacks>},
    };
}

}  // namespace ricochet::scenes
