#pragma once

#include "adapters/shape_cache/shape_cache.h"
#include "algorithms/geometry/round_shape.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Reads a round shape again if it may have changed. Returns whether it has. Each pair keeps its own: reading
/// most round shapes is faster than finding them in a common cache; computing the hull of many spheres takes
/// a while.
bool update(const btCollisionShape& shape, CachedModel<RoundShape>& cached);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
