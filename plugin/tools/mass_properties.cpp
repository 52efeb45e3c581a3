#include "algorithms/geometry/mass_properties.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_kinds.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <ricochet/mass_properties.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

Result<SolidProperties> solidOfMesh(const btCollisionShape& shape) {
    if (!isReadable(shape)) {
        return tl::unexpected("a " + std::string(shape.getName()) + " shape has no faces to integrate over");
    }
    Result<ShapeMesh> read = shapeKind(shape).read(shape);
    if (!read) return tl::unexpected(read.error());
    return Mesh::create(std::move(read->vertices), std::move(read->faces))
        .map([](const std::shared_ptr<Mesh>& mesh) { return massProperties(*mesh); });
}

Result<SolidProperties> shapeSolid(const btCollisionShape& shape);

Result<SolidProperties> solidOfCompound(const btCompoundShape& compound) {
    if (compound.getNumChildShapes() == 0) return tl::unexpected(std::string("the compound is empty"));
    std::vector<PlacedSolid> children;
    for (int i = 0; i < compound.getNumChildShapes(); ++i) {
        const Result<SolidProperties> child = shapeSolid(*compound.getChildShape(i));
        if (!child) return child;
        if (child->volume <= 0) {
            return tl::unexpected("child " + std::to_string(i) + " of the compound has no volume");
        }
        children.push_back({*child, toPose(compound.getChildTransform(i))});
    }
    return joined(children);
}

Result<SolidProperties> shapeSolid(const btCollisionShape& shape) {
    if (shape.isCompound()) return solidOfCompound(static_cast<const btCompoundShape&>(shape));
    if (isReadable(shape) || !shape.isConvex()) return solidOfMesh(shape);
    return readConvexSolid(static_cast<const btConvexShape&>(shape));
}

MassProperties none(const std::string& why) {
    MassProperties found;
    found.error = "No mass properties: " + why + ".";
    return found;
}

}  // namespace

MassProperties massProperties(const btCollisionShape& shape, btScalar mass) {
    if (!(mass >= 0) || !std::isfinite(mass)) return none("the mass is not a finite number from zero up");
    const Result<SolidProperties> solid = shapeSolid(shape);
    if (!solid) return none(solid.error());
    // Without volume the vertices carry the mass, and the integrals are for a total of one kilogram.
    const Real density = Real(mass) / (solid->volume > 0 ? solid->volume : 1);
    MassProperties found;
    found.mass = mass;
    found.volume = btScalar(solid->volume);
    found.isHull = solid->isHull;
    found.principal = toBullet(Pose{solid->principalAxes, solid->centre});
    found.principalInertia = toBullet(Vec3(density * solid->principalMoments));
    found.inertia = toBullet(Vec3(density * solid->inertia.diagonal()));
    found.inertiaTensor = toBullet(Matrix3(density * solid->inertia));
    return found;
}

std::unique_ptr<btCompoundShape> recentred(btCollisionShape& shape, const MassProperties& properties) {
    auto compound = std::make_unique<btCompoundShape>();
    compound->addChildShape(properties.principal.inverse(), &shape);
    return compound;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
