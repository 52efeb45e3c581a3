#include "tests/bench/pair_memory.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <functional>
#include <malloc.h>
#include <thread>

namespace ricochet::bench {
namespace {

double heapInUse() {
    const struct mallinfo2 all = mallinfo2();
    return static_cast<double>(all.uordblks + all.hblkhd);
}

/// In a thread of its own: what a thread frees it keeps at hand until its end.
double bytesFreedBy(const std::function<void()>& work) {
    const double before = heapInUse();
    std::thread(work).join();
    return before - heapInUse();
}

bool isTouching(btCollisionAlgorithm& algorithm) {
    btManifoldArray manifolds;
    algorithm.getAllContactManifolds(manifolds);
    for (int i = 0; i < manifolds.size(); ++i) {
        if (manifolds[i]->getNumContacts() > 0) return true;
    }
    return false;
}

}  // namespace

PairBytes freePairs(btCollisionWorld& world) {
    bytesFreedBy([] {});  // the first thread leaves its stack to the next ones
    PairBytes bytes;
    btOverlappingPairCache& cache = *world.getPairCache();
    btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
        if (!pairs[i].m_algorithm) continue;
        std::vector<double>& group = isTouching(*pairs[i].m_algorithm) ? bytes.touching : bytes.apart;
        group.push_back(bytesFreedBy([&] { cache.cleanOverlappingPair(pairs[i], world.getDispatcher()); }));
    }
    return bytes;
}

}  // namespace ricochet::bench
