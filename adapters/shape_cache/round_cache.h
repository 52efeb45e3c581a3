#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/round_shape.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A round shape as a pair read it last: computing the hull of many spheres takes a while. Each pair has its
/// own, since reading any other round shape is faster than finding it in a common cache.
struct CachedRoundShape {
    RoundShape shape;
    std::uint64_t signature = 0;  ///< when the shape was read; 0: there is none
};

/// Reads the shape again if it may have changed. Returns whether it has. `shape` must be round.
bool update(const btCollisionShape& shape, CachedRoundShape& cached);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
