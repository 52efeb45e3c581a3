#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/mktree_shape.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// An MkTreeShape that is part of an object.
struct MkTreePart {
    const MkTreeShape* shape;
    btTransform toObject;
};

/// Compounds are taken child by child.
std::vector<MkTreePart> mktreeParts(const btCollisionObject& object);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
