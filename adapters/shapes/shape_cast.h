#pragma once

#include "adapters/precision.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The shape as what its type says that it is.
template <class Shape>
const Shape& as(const btCollisionShape& shape) {
    return static_cast<const Shape&>(shape);
}

// Margins of kinds of shapes, for their tables.
inline btScalar ownMargin(const btCollisionShape& shape) { return shape.getMargin(); }
inline btScalar noMargin(const btCollisionShape&) { return 0; }

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
