#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/round_shape.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Whether this is a sphere, capsule, cylinder, cone or multi-sphere of valid size. A non-uniformly scaled
/// multi-sphere is not round: in Bullet it is no longer a hull of spheres.
bool isRound(const btCollisionShape& shape);

/// The shape as in stock Bullet, including its margin if Bullet counts it in the shape's size.
/// `shape` must be round.
RoundShape roundShapeOf(const btCollisionShape& shape);

/// A round shape as it was last read, for use in every step: computing the hull of many spheres takes a
/// while.
struct CachedRoundShape {
    RoundShape shape;
    std::uint64_t signature = 0;  ///< of the shape when it was read; 0: not yet
};

/// Reads the shape again if it may have changed. Returns whether it has. `shape` must be round.
bool update(const btCollisionShape& shape, CachedRoundShape& cached);

/// Metres around the round shape that stock counts as solid. `shape` must be round.
btScalar roundMargin(const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
