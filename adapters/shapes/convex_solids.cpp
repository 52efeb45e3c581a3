#include "adapters/shapes/convex_solids.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/convex_faces.h"
#include "adapters/shapes/shape_cast.h"
#include "algorithms/geometry/round_solids.h"

#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btPolyhedralConvexShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btUniformScalingShape.h>

#include <cmath>
#include <string>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

Result<Solid> sphereSolid(const btConvexShape& shape) {
    return solidSphere(Real(as<btSphereShape>(shape).getRadius()));
}

Result<Solid> capsuleSolid(const btConvexShape& shape) {
    const auto& capsule = as<btCapsuleShape>(shape);
    return turnedToAxis(solidCapsule(Real(capsule.getRadius()), Real(capsule.getHalfHeight())),
                        capsule.getUpAxis());
}

Result<Solid> cylinderSolid(const btConvexShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    const int axis = cylinder.getUpAxis();
    return turnedToAxis(
        solidCylinder(Real(cylinder.getRadius()), Real(cylinder.getHalfExtentsWithMargin()[axis])), axis);
}

Result<Solid> coneSolid(const btConvexShape& shape) {
    const auto& cone = as<btConeShape>(shape);
    return turnedToAxis(solidCone(Real(cone.getRadius()), Real(cone.getHeight())), cone.getConeUpIndex());
}

Result<Solid> readUniformScaling(const btConvexShape& shape) {
    const auto& grown = as<btUniformScalingShape>(shape);
    return readConvexSolid(*grown.getChildShape()).map([&](const Solid& child) {
        return scaled(child, Real(grown.getUniformScalingFactor()));
    });
}

struct SolidKind {
    int type;  ///< BroadphaseNativeTypes
    Result<Solid> (*read)(const btConvexShape&);
};

constexpr SolidKind kSolidKinds[] = {{SPHERE_SHAPE_PROXYTYPE, sphereSolid},
                                     {CAPSULE_SHAPE_PROXYTYPE, capsuleSolid},
                                     {CYLINDER_SHAPE_PROXYTYPE, cylinderSolid},
                                     {CONE_SHAPE_PROXYTYPE, coneSolid},
                                     {UNIFORM_SCALING_SHAPE_PROXYTYPE, readUniformScaling}};

Result<Solid> solidOfPolyhedron(const btConvexShape& shape) {
    return readPolyhedron(shape).and_then([](ShapeMesh&& read) {
        return Mesh::create(std::move(read.vertices), std::move(read.faces))
            .map([](const std::shared_ptr<Mesh>& mesh) { return massProperties(*mesh); });
    });
}

Result<Solid> readAny(const btConvexShape& shape) {
    for (const SolidKind& kind : kSolidKinds) {
        if (kind.type == shape.getShapeType()) return kind.read(shape);
    }
    if (dynamic_cast<const btPolyhedralConvexShape*>(&shape)) return solidOfPolyhedron(shape);
    return solidOfSupport(
        [&](const Vec3& direction) { return toVec3(shape.localGetSupportingVertex(toBullet(direction))); });
}

}  // namespace

Result<Solid> readConvexSolid(const btConvexShape& shape) {
    Result<Solid> solid = readAny(shape);
    if (solid && !(solid->volume > 0 && std::isfinite(solid->volume))) {
        return tl::unexpected("a " + std::string(shape.getName()) + " shape has no volume");
    }
    return solid;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
