#include "plugin/state/pairs_state.h"

#include "plugin/broad_phase/pair_cache.h"
#include "plugin/process_state.h"

#include <algorithm>
#include <set>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

btCollisionObject* objectOf(const btBroadphaseProxy& proxy) {
    return static_cast<btCollisionObject*>(proxy.m_clientObject);
}

/// Puts the pairs of the cache into an order; those that are not in it come last.
void sortPairs(btOverlappingPairCache& cache, const std::vector<const PairsState::Pair*>& order,
               btDispatcher& dispatcher) {
    using Proxies = std::pair<btBroadphaseProxy*, btBroadphaseProxy*>;
    std::vector<Proxies> present, sorted;
    const btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) present.emplace_back(pairs[i].m_pProxy0, pairs[i].m_pProxy1);
    std::set<Proxies> isIn;
    for (const PairsState::Pair* const each : order) {
        auto *a = const_cast<btBroadphaseProxy*>(each->object0->getBroadphaseHandle()),
             *b = const_cast<btBroadphaseProxy*>(each->object1->getBroadphaseHandle());
        if (a->m_uniqueId > b->m_uniqueId) std::swap(a, b);
        if (isIn.emplace(a, b).second) sorted.emplace_back(a, b);
    }
    for (const Proxies& pair : present) {
        if (isIn.insert(pair).second) sorted.push_back(pair);
    }
    if (sorted == present || cache.hasDeferredRemoval()) return;
    const auto own = PairCache::removeAsOwner(asOurs<PairCache>(&cache));
    for (const auto& [a, b] : present) cache.removeOverlappingPair(a, b, &dispatcher);
    for (const auto& [a, b] : sorted) cache.addOverlappingPair(a, b);
}

/// Puts the dispatcher's manifolds into the order of the saved ones: solvers start with the first.
void sortManifolds(btDispatcher& dispatcher, std::vector<std::pair<int, btPersistentManifold*>>& restored) {
    std::ranges::sort(restored, {}, [](const auto& each) { return each.first; });
    btPersistentManifold** const all = dispatcher.getInternalManifoldPointer();
    const int count = dispatcher.getNumManifolds();
    std::set<btPersistentManifold*> isIn;
    std::vector<btPersistentManifold*> sorted;
    for (const auto& [number, manifold] : restored) {
        if (isIn.insert(manifold).second) sorted.push_back(manifold);
    }
    for (int i = 0; i < count; ++i) {
        if (isIn.insert(all[i]).second) sorted.push_back(all[i]);
    }
    for (int i = 0; i < count; ++i) {
        all[i] = sorted[static_cast<std::size_t>(i)];
        all[i]->m_index1a = i;
    }
}

}  // namespace

void cleanPairs(btOverlappingPairCache& cache, btDispatcher& dispatcher) {
    btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) cache.cleanOverlappingPair(pairs[i], &dispatcher);
}

PairsState savePairs(const btOverlappingPairCache& cache, const PairContext& context) {
    PairsState state;
    const btBroadphasePairArray& pairs = const_cast<btOverlappingPairCache&>(cache).getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
        const btBroadphasePair& pair = pairs[i];
        auto& saved = state.pairs.emplace_back(
            PairsState::Pair{objectOf(*pair.m_pProxy0), objectOf(*pair.m_pProxy1), std::nullopt});
        if (pair.m_algorithm) saved.algorithm = saveAlgorithm(*pair.m_algorithm);
    }
    state.neighbours = context.neighbours.copy();
    state.heldBodies = context.heldBodies.memories();
    return state;
}

void restorePairs(btOverlappingPairCache& cache, btDispatcher& dispatcher, const btDispatcherInfo& info,
                  PairContext& context, const PairsState& state, bool addsMissing) {
    std::set<std::pair<const void*, const void*>> present;
    const btBroadphasePairArray& now = cache.getOverlappingPairArray();
    for (int i = 0; i < now.size(); ++i) {
        present.emplace(objectOf(*now[i].m_pProxy0), objectOf(*now[i].m_pProxy1));
        present.emplace(objectOf(*now[i].m_pProxy1), objectOf(*now[i].m_pProxy0));
    }
    std::vector<const PairsState::Pair*> pairs;
    for (const PairsState::Pair& each : state.pairs) {
        if (addsMissing || present.contains({each.object0, each.object1})) pairs.push_back(&each);
    }
    context.heldBodies.setMemories(state.heldBodies);
    cleanPairs(cache, dispatcher);
    sortPairs(cache, pairs, dispatcher);
    Restoration restoration{.dispatcher = dispatcher, .info = info, .manifolds = {}, .names = {}};
    for (const PairsState::Pair* const each : pairs) {
        auto *a = const_cast<btBroadphaseProxy*>(each->object0->getBroadphaseHandle()),
             *b = const_cast<btBroadphaseProxy*>(each->object1->getBroadphaseHandle());
        btBroadphasePair* const pair = cache.findPair(a, b);
        if (!pair || !each->algorithm) continue;
        pair->m_algorithm = restoreAlgorithm(*each->algorithm, *objectOf(*pair->m_pProxy0),
                                             *objectOf(*pair->m_pProxy1), restoration);
    }
    context.neighbours.restore(*state.neighbours, restoration.names);
    sortManifolds(dispatcher, restoration.manifolds);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
