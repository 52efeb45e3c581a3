#pragma once

#include <ricochet/precision.h>

class btDispatcher;
class btOverlappingPairCache;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// For caches that leave the removal to the broad phase (btSortedOverlappingPairCache): sorts the pairs, and
/// removes duplicates and pairs whose boxes no longer overlap.
void removeStalePairs(btOverlappingPairCache& cache, btDispatcher* dispatcher);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
