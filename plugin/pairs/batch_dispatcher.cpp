#include "plugin/clocks.h"
#include "plugin/pairs/pair_algorithm.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <ricochet/batch_dispatcher.h>

#include <map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

btCollisionObjectWrapper wrapper(const btBroadphaseProxy& proxy) {
    return wholeObject(*static_cast<const btCollisionObject*>(proxy.m_clientObject));
}

/// The pair's algorithm, created if the pair is new and ours; another algorithm might allocate a manifold too
/// early. Null if it is not ours.
PairAlgorithm* pairAlgorithm(btBroadphasePair& pair, const PairContext& context,
                             const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1,
                             btCollisionDispatcher& dispatcher) {
    const bool isNew = pair.m_algorithm == nullptr;
    if (isNew && context.settings.keepRegistration) {
        takeBackEntries(dispatcher, wrap0.getCollisionShape()->getShapeType(),
                        wrap1.getCollisionShape()->getShapeType());
    }
    if (isNew &&
        pairKind(context, *wrap0.getCollisionShape(), *wrap1.getCollisionShape()) == PairKind::meshes) {
        pair.m_algorithm = dispatcher.findAlgorithm(&wrap0, &wrap1, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    }
    return asOurs<PairAlgorithm>(pair.m_algorithm);
}

/// Queries of narrow phases that process them together.
std::map<const FacePairBatch*, std::vector<FacePairQuery>> nextQueries(btBroadphasePairArray& pairs,
                                                                       const PairContext& context,
                                                                       const btDispatcherInfo& info,
                                                                       btCollisionDispatcher& dispatcher) {
    std::map<const FacePairBatch*, std::vector<FacePairQuery>> queries;
    for (int i = 0; i < pairs.size(); ++i) {
        const btCollisionObjectWrapper wrap0 = wrapper(*pairs[i].m_pProxy0),
                                       wrap1 = wrapper(*pairs[i].m_pProxy1);
        if (!dispatcher.needsCollision(wrap0.getCollisionObject(), wrap1.getCollisionObject())) continue;
        PairAlgorithm* const algorithm = pairAlgorithm(pairs[i], context, wrap0, wrap1, dispatcher);
        const btCollisionShape &shape0 = *wrap0.getCollisionShape(), &shape1 = *wrap1.getCollisionShape();
        if (!algorithm || pairKind(context, shape0, shape1) != PairKind::meshes) continue;
        const MeshBackend& backend = meshBackendOf(context, shape0, shape1);
        const FacePairBatch* const batch = backend.narrowPhase->batch();
        if (!batch || !batch->wantsQueries()) continue;
        if (const auto next = algorithm->nextQuery(wrap0, wrap1, info)) queries[batch].push_back(*next);
    }
    return queries;
}

}  // namespace

void BatchDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                                btDispatcher* dispatcher) {
    if (const auto context = contextOf(*this)) {
        const bool isTimed = context->settings.measureTime;
        const double begin = isTimed ? wallMicroseconds() : 0;
        for (const auto& [batch, queries] :
             nextQueries(pairs->getOverlappingPairArray(), *context, info, *this)) {
            batch->prepare(queries);
        }
        Statistics work;
        if (isTimed) work.narrowPhaseMicroseconds = wallMicroseconds() - begin;
        context->counter.add(work);
    }
    btCollisionDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
