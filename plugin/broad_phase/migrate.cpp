#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <ricochet/sweep_and_prune_broadphase.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// A pair's algorithm in transit from one broad phase to the other.
struct Saved {
    void *client0, *client1;
    btCollisionAlgorithm* algorithm;
};

std::vector<Saved> takeAlgorithms(btOverlappingPairCache& cache) {
    std::vector<Saved> saved;
    btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
        btCollisionAlgorithm* const algorithm = std::exchange(pairs[i].m_algorithm, nullptr);
        if (!algorithm) continue;
        saved.push_back({pairs[i].m_pProxy0->m_clientObject, pairs[i].m_pProxy1->m_clientObject, algorithm});
    }
    return saved;
}

/// In the order of their proxies: an algorithm may have stored which of its two bodies was the first.
std::vector<btCollisionObject*> objectsOf(btCollisionWorld& world) {
    std::vector<btCollisionObject*> objects;
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        btCollisionObject* const object = world.getCollisionObjectArray()[i];
        if (object->getBroadphaseHandle()) objects.push_back(object);
    }
    std::sort(objects.begin(), objects.end(), [](const btCollisionObject* a, const btCollisionObject* b) {
        return a->getBroadphaseHandle()->m_uniqueId < b->getBroadphaseHandle()->m_uniqueId;
    });
    return objects;
}

void moveProxy(btCollisionObject& object, btBroadphaseInterface& from, btBroadphaseInterface& to,
               btDispatcher* dispatcher) {
    btBroadphaseProxy* const old = object.getBroadphaseHandle();
    btVector3 min, max;
    from.getAabb(old, min, max);
    const int group = old->m_collisionFilterGroup, mask = old->m_collisionFilterMask;
    from.destroyProxy(old, dispatcher);
    object.setBroadphaseHandle(to.createProxy(min, max, object.getCollisionShape()->getShapeType(), &object,
                                              group, mask, dispatcher));
}

btBroadphasePair* pairOf(btOverlappingPairCache& cache, const Saved& saved) {
    btBroadphaseProxy* const proxy0 = static_cast<btCollisionObject*>(saved.client0)->getBroadphaseHandle();
    btBroadphaseProxy* const proxy1 = static_cast<btCollisionObject*>(saved.client1)->getBroadphaseHandle();
    btBroadphasePair* const pair = cache.findPair(proxy0, proxy1);
    return pair && pair->m_pProxy0 == proxy0 && !pair->m_algorithm ? pair : nullptr;
}

void giveAlgorithms(const std::vector<Saved>& all, btOverlappingPairCache& cache, btDispatcher* dispatcher) {
    for (const Saved& saved : all) {
        if (btBroadphasePair* const pair = pairOf(cache, saved)) {
            pair->m_algorithm = saved.algorithm;
            continue;
        }
        saved.algorithm->~btCollisionAlgorithm();
        dispatcher->freeCollisionAlgorithm(saved.algorithm);
    }
}

}  // namespace

void migrate(btCollisionWorld& world, btBroadphaseInterface& newBroadphase) {
    btBroadphaseInterface& old = *world.getBroadphase();
    btDispatcher* const dispatcher = world.getDispatcher();
    btOverlappingPairCache& newCache = *newBroadphase.getOverlappingPairCache();
    if (btOverlapFilterCallback* const filter = old.getOverlappingPairCache()->getOverlapFilterCallback()) {
        newCache.setOverlapFilterCallback(filter);
    }
    const std::vector<Saved> saved = takeAlgorithms(*old.getOverlappingPairCache());
    for (btCollisionObject* const object : objectsOf(world))
        moveProxy(*object, old, newBroadphase, dispatcher);
    world.setBroadphase(&newBroadphase);
    newBroadphase.calculateOverlappingPairs(dispatcher);
    giveAlgorithms(saved, newCache, dispatcher);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
