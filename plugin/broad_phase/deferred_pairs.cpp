#include "plugin/broad_phase/deferred_pairs.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <LinearMath/btAabbUtil2.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool overlaps(const btBroadphasePair& pair) {
    return TestAabbAgainstAabb2(pair.m_pProxy0->m_aabbMin, pair.m_pProxy0->m_aabbMax,
                                pair.m_pProxy1->m_aabbMin, pair.m_pProxy1->m_aabbMax);
}

bool areSame(const btBroadphasePair& a, const btBroadphasePair& b) {
    return a.m_pProxy0 == b.m_pProxy0 && a.m_pProxy1 == b.m_pProxy1;
}

}  // namespace

void removeStalePairs(btOverlappingPairCache& cache, btDispatcher* dispatcher) {
    btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    pairs.quickSort(btBroadphasePairSortPredicate());
    int count = 0;
    for (int i = 0; i < pairs.size(); ++i) {
        if ((count > 0 && areSame(pairs[i], pairs[count - 1])) || !overlaps(pairs[i])) {
            cache.cleanOverlappingPair(pairs[i], dispatcher);
        } else {
            pairs[count++] = pairs[i];
        }
    }
    pairs.resize(count);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
