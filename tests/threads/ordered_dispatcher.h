#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>

namespace ricochet::test {

/// Bullet's dispatcher for threads appends new manifolds by thread, so that the solver meets them in another
/// order in each run. Here they are in the order of the pairs, which one thread determined.
class OrderedDispatcher : public btCollisionDispatcherMt {
public:
    using btCollisionDispatcherMt::btCollisionDispatcherMt;

    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override {
        btCollisionDispatcherMt::dispatchAllCollisionPairs(pairs, info, dispatcher);
        m_manifoldsPtr.resize(0);
        for (int i = 0; i < pairs->getNumOverlappingPairs(); ++i) {
            btCollisionAlgorithm* const algorithm = pairs->getOverlappingPairArrayPtr()[i].m_algorithm;
            if (algorithm) algorithm->getAllContactManifolds(m_manifoldsPtr);
        }
        for (int i = 0; i < m_manifoldsPtr.size(); ++i) m_manifoldsPtr[i]->m_index1a = i;
    }
};

}  // namespace ricochet::test
