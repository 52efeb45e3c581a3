#pragma once

#include "algorithms/geometry/round_shape.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <ricochet/precision.h>

#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Whether this is a sphere, capsule, cylinder, cone or multi-sphere whose size makes sense. A multi-sphere
/// that is scaled unevenly is none: Bullet's own is no hull of spheres then.
bool isRound(const btCollisionShape& shape);

/// The shape as stock Bullet means it, its margin included where Bullet counts it in the shape's size.
/// `shape` must be round.
RoundShape roundShapeOf(const btCollisionShape& shape);

/// What was read of a round shape, for a caller that asks in every step: the hull of many spheres takes a
/// while.
struct CachedRoundShape {
    RoundShape shape;
    std::uint64_t signature = 0;  ///< of what was read; 0: nothing was
};

/// Reads the shape anew where it is not what it was. `shape` must be round.
void update(const btCollisionShape& shape, CachedRoundShape& cached);

/// Metres around the round shape that stock counts as solid. `shape` must be round.
btScalar roundMargin(const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
