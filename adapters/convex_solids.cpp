#include "adapters/convex_solids.h"

#include "adapters/convert.h"
#include "adapters/convex_faces.h"
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

template <class Shape>
const Shape& as(const btConvexShape& shape) {
    return static_cast<const Shape&>(shape);
}

Result<Solid> readSphere(const btConvexShape& shape) {
    return solidSphere(Real(as<btSphereShape>(shape).getRadius()));
}

Result<Solid> readCapsule(const btConvexShape& shape) {
    const auto& capsule = as<btCapsuleShape>(shape);
    return turnedToAxis(solidCapsule(Real(capsule.getRadius()), Real(capsule.getHalfHeight())),
                        capsule.getUpAxis());
}

Result<Solid> readCylinder(const btConvexShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    const int axis = cylinder.getUpAxis();
    return turnedToAxis(
        solidCylinder(Real(cylinder.getRadius()), Real(cylinder.getHalfExtentsWithMargin()[axis])), axis);
}

Result<Solid> readCone(const btConvexShape& shape) {
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

constexpr SolidKind kSolidKinds[] = {{SPHERE_SHAPE_PROXYTYPE, readSphere},
                                     {CAPSULE_SHAPE_PROXYTYPE, readCapsule},
                                     {CYLINDER_SHAPE_PROXYTYPE, readCylinder},
                                     {CONE_SHAPE_PROXYTYPE, readCone},
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
