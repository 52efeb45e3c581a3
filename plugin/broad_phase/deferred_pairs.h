#pragma once

#include <ricochet/precision.h>

class btDispatcher;
class btOverlappingPairCache;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// For caches that leave the removal to the broad phase (btSortedOverlappingPairCache): sorts the pairs,
/// takes out those that stand there twice and those whose boxes do not overlap any more, and leaves no hole.
void removeStalePairs(btOverlappingPairCache& cache, btDispatcher* dispatcher);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
