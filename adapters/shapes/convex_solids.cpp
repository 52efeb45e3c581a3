#include "adapters/shapes/convex_solids.h"

#include "adapters/shapes/shape_cast.h"
#include "algorithms/geometry/round_solids.h"

#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

Result<SolidProperties> sphereSolid(const btConvexShape& shape) {
    return solidSphere(Real(as<btSphereShape>(shape).getRadius()));
}

Result<SolidProperties> capsuleSolid(const btConvexShape& shape) {
    const auto& capsule = as<btCapsuleShape>(shape);
    return turnedToAxis(solidCapsule(Real(capsule.getRadius()), Real(capsule.getHalfHeight())),
                        capsule.getUpAxis());
}

Result<SolidProperties> cylinderSolid(const btConvexShape& shape) {
    const auto& cylinder = as<btCylinderShape>(shape);
    const int axis = cylinder.getUpAxis();
    return turnedToAxis(
        solidCylinder(Real(cylinder.getRadius()), Real(cylinder.getHalfExtentsWithMargin()[axis])), axis);
}

Result<SolidProperties> coneSolid(const btConvexShape& shape) {
    const auto& cone = as<btConeShape>(shape);
    return turnedToAxis(solidCone(Real(cone.getRadius()), Real(cone.getHeight())), cone.getConeUpIndex());
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
