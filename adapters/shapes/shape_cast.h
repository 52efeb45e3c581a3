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

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
