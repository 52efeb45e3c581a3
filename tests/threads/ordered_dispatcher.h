#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>

#include <unordered_set>

namespace ricochet::test {

/// Bullet's dispatcher for threads appends new manifolds by thread, so that the solver meets them in another
/// order in each run. Here they are in the order of the pairs, which one thread determined.
class OrderedDispatcher : public btCollisionDispatcherMt {
public:
    using btCollisionDispatcherMt::btCollisionDispatcherMt;

    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override {
        btCollisionDispatcherMt::dispatchAllCollisionPairs(pairs, info, dispatcher);
        btManifoldArray ordered;
        for (int i = 0; i < pairs->getNumOverlappingPairs(); ++i) {
            btCollisionAlgorithm* const algorithm = pairs->getOverlappingPairArrayPtr()[i].m_algorithm;
            if (algorithm) algorithm->getAllContactManifolds(ordered);
        }
        appendOthers(ordered);
        m_manifoldsPtr.copyFromArray(ordered);
        for (int i = 0; i < m_manifoldsPtr.size(); ++i) m_manifoldsPtr[i]->m_index1a = i;
    }

    /// Bullet gives the manifolds of a step their indices after it has released others, and some of them.
    void releaseManifold(btPersistentManifold* manifold) override {
        const int index = m_batchUpdating ? m_manifoldsPtr.size() : m_manifoldsPtr.findLinearSearch(manifold);
        if (index < m_manifoldsPtr.size()) manifold->m_index1a = index;
        btCollisionDispatcherMt::releaseManifold(manifold);
    }

private:
    /// Two compounds have algorithms for children that their own does not name; their manifolds stay empty.
    void appendOthers(btManifoldArray& ordered) const {
        std::unordered_set<const btPersistentManifold*> named;
        for (int i = 0; i < ordered.size(); ++i) named.insert(ordered[i]);
        for (int i = 0; i < m_manifoldsPtr.size(); ++i) {
            if (!named.contains(m_manifoldsPtr[i])) ordered.push_back(m_manifoldsPtr[i]);
        }
    }
};

}  // namespace ricochet::test
