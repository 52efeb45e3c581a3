#include "adapters/shapes/round_shapes.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_cast.h"
#include "adapters/shapes/signature.h"

#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isSize(btScalar metres) { return metres >= 0 && std::isfinite(metres); }

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

btScalar halfHeightOf(const btCylinderShape& cylinder) {
    return cylinder.getHalfExtentsWithMargin()[cylinder.getUpAxis()];
}
bool isCylinder(const btCollisionShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    return isSize(cylinder.getRadius()) && isSize(halfHeightOf(cylinder));
}
RoundShape readCylinder(const btCollisionShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    return RoundShape::cylinder(static_cast<Index>(cylinder.getUpAxis()), Real(halfHeightOf(cylinder)),
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

btScalar scaledRadius(const btMultiSphereShape& spheres, int i) {
    return spheres.getSphereRadius(i) * spheres.getLocalScaling().x();
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

struct RoundKind {
    int type;  ///< BroadphaseNativeTypes
    bool (*isValid)(const btCollisionShape&);
    RoundShape (*read)(const btCollisionShape&);
    btScalar (*margin)(const btCollisionShape&);
};

// clang-format off
constexpr RoundKind kRoundKinds[] = {
    // type                           valid          read             margin
    {SPHERE_SHAPE_PROXYTYPE,          isSphere,      readSphere,      noMargin},
    {CAPSULE_SHAPE_PROXYTYPE,         isCapsule,     readCapsule,     noMargin},
    {CYLINDER_SHAPE_PROXYTYPE,        isCylinder,    readCylinder,    noMargin},
    {CONE_SHAPE_PROXYTYPE,            isCone,        readCone,        ownMargin},
    {MULTI_SPHERE_SHAPE_PROXYTYPE,    isMultiSphere, readMultiSphere, noMargin},
};
// clang-format on

const RoundKind* roundKind(const btCollisionShape& shape) {
    const auto* kind = std::ranges::find(kRoundKinds, shape.getShapeType(), &RoundKind::type);
    return kind == std::end(kRoundKinds) ? nullptr : kind;
}

bool areSameFrustums(const RoundShape& a, const RoundShape& b) {
    const auto *const first = std::get_if<Frustum>(&a.solid), *const second = std::get_if<Frustum>(&b.solid);
    const auto membersOf = [](const Frustum& f) {
        return std::tuple(f.axis, f.bottom, f.top, f.bottomRadius, f.topRadius, f.growth);
    };
    return first && second && membersOf(*first) == membersOf(*second);
}

}  // namespace

bool isRound(const btCollisionShape& shape) {
    const RoundKind* kind = roundKind(shape);
    return kind && kind->isValid(shape);
}

RoundShape roundShapeOf(const btCollisionShape& shape) { return roundKind(shape)->read(shape); }

bool update(const btCollisionShape& shape, CachedRoundShape& cached) {
    std::uint64_t now = 0;
    if (shape.getShapeType() ==
        MULTI_SPHERE_SHAPE_PROXYTYPE) {  // for the others, reading is faster than comparing
        Signature signature;
        signMultiSphere(shape, signature);
        now = signature.value() | 1;
    }
    if (now != 0 && now == cached.signature) return false;
    RoundShape read = roundShapeOf(shape);
    if (now == 0 && areSameFrustums(read, cached.shape)) return false;
    cached.shape = std::move(read);
    cached.signature = now;
    return true;
}

btScalar roundMargin(const btCollisionShape& shape) { return roundKind(shape)->margin(shape); }

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
