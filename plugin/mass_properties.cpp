#include "algorithms/geometry/mass_properties.h"

#include "adapters/convert.h"
#include "adapters/shape_kinds.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <ricochet/mass_properties.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

Result<std::shared_ptr<Mesh>> meshOf(const btCollisionShape& shape) {
    if (!isReadable(shape)) {
        return tl::unexpected("a " + std::string(shape.getName()) + " shape has no faces to integrate over");
    }
    Result<ShapeMesh> read = shapeKind(shape.getShapeType())->read(shape);
    if (!read) return tl::unexpected(read.error());
    return Mesh::create(std::move(read->vertices), std::move(read->faces));
}

}  // namespace

MassProperties massProperties(const btCollisionShape& shape, btScalar mass) {
    MassProperties found;
    const Result<std::shared_ptr<Mesh>> mesh = meshOf(shape);
    if (!mesh) {
        found.error = "No mass properties: " + mesh.error() + ".";
        return found;
    }
    const auto solid = massProperties(**mesh);
    // Without volume the vertices carry the mass, and the integrals are those of a whole of one kilogram.
    const Real density = Real(mass) / (solid.volume > 0 ? solid.volume : 1);
    found.mass = mass;
    found.volume = btScalar(solid.volume);
    found.isHull = solid.isHull;
    found.principal = toBullet(Pose{solid.principalAxes, solid.centre});
    found.principalInertia = toBullet(Vec3(density * solid.principalMoments));
    found.inertia = toBullet(Vec3(density * solid.inertia.diagonal()));
    return found;
}

std::unique_ptr<btCompoundShape> recentred(btCollisionShape& shape, const MassProperties& properties) {
    auto compound = std::make_unique<btCompoundShape>();
    compound->addChildShape(properties.principal.inverse(), &shape);
    return compound;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
