#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

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

    /// Bullet gives the manifolds of a step their indices after it has released some, and moves the last one
    /// to the place of each. Here the others keep their order.
    void releaseManifold(btPersistentManifold* manifold) override {
        if (!m_batchUpdating) {
            for (int i = m_manifoldsPtr.findLinearSearch(manifold); i + 1 < m_manifoldsPtr.size(); ++i) {
                m_manifoldsPtr.swap(i, i + 1);
            }
            manifold->m_index1a = m_manifoldsPtr.size() - 1;
        }
        btCollisionDispatcherMt::releaseManifold(manifold);
    }

private:
    /// The algorithm of two compounds without trees does not name those of their children. One thread serves
    /// a pair, so that its manifolds are in the same order in each run.
    void appendOthers(btManifoldArray& ordered) const {
        std::unordered_set<const btPersistentManifold*> named;
        for (int i = 0; i < ordered.size(); ++i) named.insert(ordered[i]);
        std::vector<btPersistentManifold*> others;
        for (int i = 0; i < m_manifoldsPtr.size(); ++i) {
            if (!named.contains(m_manifoldsPtr[i])) others.push_back(m_manifoldsPtr[i]);
        }
        std::ranges::stable_sort(others, {}, [](const btPersistentManifold* manifold) {
            return std::pair(manifold->getBody0()->getBroadphaseHandle()->getUid(),
                             manifold->getBody1()->getBroadphaseHandle()->getUid());
        });
        for (btPersistentManifold* const manifold : others) ordered.push_back(manifold);
    }
};

}  // namespace ricochet::test
