#include "adapters/shapes/placed_shape.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

void addPlaced(const PlacedShape& placed, std::vector<PlacedShape>& all) {
    if (!placed.shape->isCompound()) return all.push_back(placed);
    const auto& compound = static_cast<const btCompoundShape&>(*placed.shape);
    for (int i = 0; i < compound.getNumChildShapes(); ++i) {
        addPlaced({compound.getChildShape(i), placed.pose * compound.getChildTransform(i), placed.isStatic},
                  all);
    }
}

}  // namespace

std::vector<PlacedShape> placedShapes(const btCollisionObject& object, const btTransform& pose) {
    std::vector<PlacedShape> all;
    addPlaced({object.getCollisionShape(), pose, object.isStaticOrKinematicObject()}, all);
    return all;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
