#include "plugin/prediction/mktree_objects.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

void addParts(const btCollisionShape& shape, const btTransform& toObject, std::vector<MkTreePart>& parts) {
    if (shape.isCompound()) {
        const auto& compound = static_cast<const btCompoundShape&>(shape);
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            addParts(*compound.getChildShape(i), toObject * compound.getChildTransform(i), parts);
        }
    } else if (const auto* const mktree = dynamic_cast<const MkTreeShape*>(&shape)) {
        parts.push_back({mktree, toObject});
    }
}

}  // namespace

std::vector<MkTreePart> mktreeParts(const btCollisionObject& object) {
    std::vector<MkTreePart> parts;
    addParts(*object.getCollisionShape(), btTransform::getIdentity(), parts);
    return parts;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
