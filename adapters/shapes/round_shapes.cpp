#include "adapters/shapes/round_shapes.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_cast.h"

#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

#include <cmath>
#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isSize(btScalar metres) { return metres >= 0 && std::isfinite(metres); }

btScalar halfHeight(const btCylinderShape& cylinder) {
    return cylinder.getHalfExtentsWithMargin()[cylinder.getUpAxis()];
}

btScalar scaledRadius(const btMultiSphereShape& spheres, int i) {
    return spheres.getSphereRadius(i) * spheres.getLocalScaling().x();
}

}  // namespace

bool isSphere(const btCollisionShape& shape) { return isSize(as<btSphereShape>(shape).getRadius()); }
RoundShape readSphere(const btCollisionShape& shape) {
    return RoundShape::sphere(Real(as<btSphereShape>(shape).getRadius()));
}

bool isCapsule(const btCollisionShape& shape) {
    const auto& capsule = as<btCapsuleShape>(shape);
    return isSize(capsule.getRadius()) && isSize(capsule.getHalfHeight());
}
RoundShape readCapsule(const btCollisionShape& shape) {
    const auto& capsule = as<btCapsuleShape>(shape);
    return RoundShape::capsule(static_cast<Index>(capsule.getUpAxis()), Real(capsule.getHalfHeight()),
                               Real(capsule.getRadius()));
}

bool isCylinder(const btCollisionShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    return isSize(cylinder.getRadius()) && isSize(halfHeight(cylinder));
}
RoundShape readCylinder(const btCollisionShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    return RoundShape::cylinder(static_cast<Index>(cylinder.getUpAxis()), Real(halfHeight(cylinder)),
                                Real(cylinder.getRadius()));
}

bool isCone(const btCollisionShape& shape) {
    const auto& cone = as<btConeShape>(shape);
    return isSize(cone.getRadius()) && isSize(cone.getHeight());
}
RoundShape readCone(const btCollisionShape& shape) {
    const auto& cone = as<btConeShape>(shape);
    return RoundShape::cone(static_cast<Index>(cone.getConeUpIndex()), Real(cone.getHeight()) / 2,
                            Real(cone.getRadius()));
}

bool isMultiSphere(const btCollisionShape& shape) {
    const auto& spheres = as<btMultiSphereShape>(shape);
    const btVector3& scaling = spheres.getLocalScaling();
    if (scaling.x() != scaling.y() || scaling.x() != scaling.z()) return false;
    for (int i = 0; i < spheres.getSphereCount(); ++i) {
        const btVector3& centre = spheres.getSpherePosition(i);
        const bool isPlace =
            std::isfinite(centre.x()) && std::isfinite(centre.y()) && std::isfinite(centre.z());
        if (!isPlace || !isSize(scaledRadius(spheres, i))) return false;
    }
    return spheres.getSphereCount() > 0;
}
RoundShape readMultiSphere(const btCollisionShape& shape) {
    const auto& spheres = as<btMultiSphereShape>(shape);
    std::vector<Sphere> centredSpheres;
    for (int i = 0; i < spheres.getSphereCount(); ++i) {
        centredSpheres.push_back({toVec3(spheres.getSpherePosition(i) * spheres.getLocalScaling()),
                                  Real(scaledRadius(spheres, i))});
    }
    return RoundShape::sphereHull(std::move(centredSpheres));
}

void signMultiSphere(const btCollisionShape& shape, Signature& signature) {
    const auto& spheres = as<btMultiSphereShape>(shape);
    signature.add(spheres.getLocalScaling());
    for (int i = 0; i < spheres.getSphereCount(); ++i) {
        const btScalar radius = spheres.getSphereRadius(i);
        signature.add(spheres.getSpherePosition(i));
        signature.add(&radius, sizeof radius);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
