#pragma once

#include "demos/scenes/mesh_scene.h"

namespace ricochet::scenes {

inline constexpr int kStockSegments = 16;  ///< round a capsule, cylinder or cone, as drawn

/// A shape of Bullet's own, and the mesh by which it is drawn.
struct StockShape {
    std::unique_ptr<btCollisionShape> shape;
    std::shared_ptr<const SceneMesh> mesh;
};

StockShape stockBox(const btVector3& half);
StockShape stockSphere(double radius);
/// About the y axis; `height` is that of its middle part.
StockShape stockCapsule(double radius, double height);
StockShape stockCylinder(double radius, double height);
/// About the y axis, its apex up.
StockShape stockCone(double radius, double height);
/// The hull of two spheres at (-apart, 0, 0) and (apart, 0, 0).
StockShape stockTwoSpheres(double apart, double radius);
/// The convex hull of points about its centre of mass.
StockShape stockHull(const std::vector<btVector3>& points);
/// That of 42 points of an ellipsoid.
StockShape stockHull(const btVector3& half);
/// The surface of a convex hull, in Bullet's order.
SceneMesh hullMesh(const std::vector<btVector3>& points);
/// The half-space below y = 0; drawn as a slab of this width in metres.
StockShape stockGround(double width);

/// A scene of bodies with Bullet's own shapes; owns these and the constraints between bodies.
class StockScene : public MeshScene {
public:
    ~StockScene() override;

protected:
    using MeshScene::add;
    using MeshScene::MeshScene;

    /// The scene owns the shape.
    const StockShape& keep(StockShape shape) { return shapes_.emplace_back(std::move(shape)); }
    /// A mass of 0 fixes the body.
    btRigidBody& add(const StockShape& shape, btScalar mass, const btTransform& start);
    void join(std::unique_ptr<btTypedConstraint> constraint, bool bodiesCollide = false);

private:
    std::deque<StockShape> shapes_;
    std::vector<std::unique_ptr<btTypedConstraint>> constraints_;
};

}  // namespace ricochet::scenes
