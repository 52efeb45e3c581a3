#include "demos/scenes/stock_scene.h"

#include "demos/scenes/mesh_generators.h"

#include <LinearMath/btConvexHullComputer.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace ricochet::scenes {
namespace {

StockShape shapeOf(std::unique_ptr<btCollisionShape> shape, SceneMesh mesh) {
    return {std::move(shape), std::make_shared<const SceneMesh>(std::move(mesh))};
}

std::unique_ptr<btConvexHullShape> hullShape(const std::vector<btVector3>& points) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const btVector3& point : points) hull->addPoint(point, /*recalculateLocalAabb*/ false);
    hull->recalcLocalAabb();
    return hull;
}

/// A shape displaced within its body so that its centre of mass is the body's.
class MovedShape : public btCompoundShape {
public:
    MovedShape(std::unique_ptr<btCollisionShape> shape, const btVector3& by) : shape_(std::move(shape)) {
        addChildShape(btTransform(btQuaternion::getIdentity(), by), shape_.get());
    }

private:
    std::unique_ptr<btCollisionShape> shape_;
};

}  // namespace

StockShape stockBox(const btVector3& half) {
    return shapeOf(std::make_unique<btBoxShape>(half), box(half.x(), half.y(), half.z()));
}

StockShape stockSphere(double radius) {
    return shapeOf(std::make_unique<btSphereShape>(btScalar(radius)), icosphere(2, radius));
}

StockShape stockCapsule(double radius, double height) {
    constexpr int kRings = 4;  // of each of the two half spheres
    std::vector<ProfilePoint> outline = {{0, -height / 2 - radius}};
    for (const double side : {-1.0, 1.0}) {
        for (int ring = 0; ring < kRings; ++ring) {
            const double turn = (side < 0 ? kRings - 1 - ring : ring) * std::numbers::pi / (2 * kRings);
            outline.push_back({radius * std::cos(turn), side * (height / 2 + radius * std::sin(turn))});
        }
    }
    outline.push_back({0, height / 2 + radius});
    return shapeOf(std::make_unique<btCapsuleShape>(btScalar(radius), btScalar(height)),
                   revolved(outline, kStockSegments));
}

StockShape stockCylinder(double radius, double height) {
    const double half = height / 2;
    const btVector3 halves = vertexAt(radius, half, radius);
    return shapeOf(std::make_unique<btCylinderShape>(halves),
                   revolved({{0, -half}, {radius, -half}, {radius, half}, {0, half}}, kStockSegments));
}

StockShape stockCone(double radius, double height) {
    // The origin of Bullet's cone is at half its height; its centre of mass is at a quarter.
    const btVector3 up = vertexAt(0, height / 4, 0);
    const double base = -height / 4;
    return shapeOf(
        std::make_unique<MovedShape>(std::make_unique<btConeShape>(btScalar(radius), btScalar(height)), up),
        revolved({{0, base}, {radius, base}, {0, base + height}}, kStockSegments));
}

StockShape stockTwoSpheres(double apart, double radius) {
    const btVector3 centres[] = {vertexAt(-apart, 0, 0), vertexAt(apart, 0, 0)};
    const btScalar radii[] = {btScalar(radius), btScalar(radius)};
    SceneMesh drawn;
    for (const btVector3& centre : centres) {
        SceneMesh sphere = icosphere(2, radius);
        translate(sphere, centre);
        append(drawn, sphere);
    }
    return shapeOf(std::make_unique<btMultiSphereShape>(centres, radii, 2), std::move(drawn));
}

StockShape stockHull(const btVector3& half) {
    SceneMesh mesh = icosphere(1, 1);
    for (btVector3& v : mesh.vertices) {
        v = vertexAt(double(v.x() * half.x()), double(v.y() * half.y()), double(v.z() * half.z()));
    }
    auto hull = hullShape(mesh.vertices);
    return shapeOf(std::move(hull), std::move(mesh));
}

StockShape stockHull(const std::vector<btVector3>& points) {
    return shapeOf(hullShape(points), hullMesh(points));
}

SceneMesh hullMesh(const std::vector<btVector3>& points) {
    btConvexHullComputer computer;
    computer.compute(&points[0][0], sizeof(btVector3), static_cast<int>(points.size()), 0, 0);
    SceneMesh mesh;
    for (int i = 0; i < computer.vertices.size(); ++i) mesh.vertices.push_back(computer.vertices[i]);
    for (int f = 0; f < computer.faces.size(); ++f) {
        const btConvexHullComputer::Edge* const first = &computer.edges[computer.faces[f]];
        const btConvexHullComputer::Edge* edge = first->getNextEdgeOfFace();
        for (; edge->getTargetVertex() != first->getSourceVertex(); edge = edge->getNextEdgeOfFace()) {
            mesh.faces.push_back(
                {first->getSourceVertex(), edge->getSourceVertex(), edge->getTargetVertex()});
        }
    }
    return mesh;
}

StockShape stockGround(double width) {
    SceneMesh slab = box(width / 2, 0.5, width / 2);
    translate(slab, btVector3(0, btScalar(-0.5), 0));
    return shapeOf(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)), std::move(slab));
}

StockScene::~StockScene() {
    for (const auto& constraint : constraints_) world().removeConstraint(constraint.get());
    removeBodies();
}

btRigidBody& StockScene::add(const StockShape& shape, btScalar mass, const btTransform& start) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.shape->calculateLocalInertia(mass, inertia);
    return add(*shape.shape, shape.mesh, mass, inertia, start);
}

void StockScene::join(std::unique_ptr<btTypedConstraint> constraint, bool bodiesCollide) {
    world().addConstraint(constraint.get(), /*disableCollisionsBetweenLinkedBodies*/ !bodiesCollide);
    constraints_.push_back(std::move(constraint));
}

}  // namespace ricochet::scenes
