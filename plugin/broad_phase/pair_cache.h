#pragma once

#include "adapters/function_table.h"
#include "plugin/at_exit.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <ricochet/precision.h>

#include <cstdint>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Bullet's hashed pair cache, with a list of its pairs for each body. Operations for which Bullet searches
/// all pairs (cleaning a body's pairs, removing them) take time proportional to the body's pairs. The pairs
/// are in Bullet's own array; its hash table is not used. 16 bytes per pair for the lists and up to 8 for the
/// hash.
class PairCache final : public btHashedOverlappingPairCache {
public:
    PairCache() { TableOf<PairCache>::note(*this); }

    btBroadphasePair* addOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b) override;
    void* removeOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b,
                                btDispatcher* dispatcher) override;
    btBroadphasePair* findPair(btBroadphaseProxy* a, btBroadphaseProxy* b) override;
    void cleanProxyFromPairs(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void removeOverlappingPairsContainingProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void sortOverlappingPairs(btDispatcher* dispatcher) override;

    /// Until the result is destroyed, removals are the broad phase's own; others are recorded. Null: of no
    /// cache.
    static auto removeAsOwner(PairCache* cache) {
        if (cache) ++cache->ownRemovals_;
        return AtExit([cache] {
            if (cache) --cache->ownRemovals_;
        });
    }

    /// Proxies whose pairs another caller has removed since the last call, by their unique ids.
    std::vector<int> takeRemovedByOthers();

    /// Announces the number of pairs that will be added: reserves memory if they are as many as the present
    /// ones.
    void expect(std::size_t added);
    /// Prefetch for a pair that will soon be added or removed: memory whose address needs no look-up.
    void prefetch(int uidA, int uidB) const;
    /// The same, later: memory to which the first prefetch's data refers.
    void prefetchMore(int uidA, int uidB) const;
    /// Prefetch for a removal, which will move the last pair but so many into the free position.
    void prefetchLast(int butSoMany) const;

private:
    using Number = std::uint32_t;  ///< of a pair, or of a link: twice the pair's, and one for its second body
    static constexpr Number kNone = ~Number{0};
    struct Link {
        Number next = kNone, previous = kNone;
    };

    std::size_t bucketNumber(int uidA, int uidB) const;
    Number find(const btBroadphaseProxy& a, const btBroadphaseProxy& b) const;
    Number& placeOf(Number pair);
    void growBuckets(std::size_t count);
    void makeRoomFor(const btBroadphaseProxy& a, const btBroadphaseProxy& b);
    void link(Number pair);
    void unlink(Number pair);
    void moveLastTo(Number pair);
    Number& listHead(Number link);
    void prefetchPairs(std::size_t uid) const;
    void prefetchNeighbours(Number link) const;
    void* remove(Number pair, btDispatcher* dispatcher);

    std::vector<Number> heads_;    ///< by unique id: the first link of the body's list
    std::vector<Link> links_;      ///< two for each pair
    std::vector<Number> buckets_;  ///< a power of two; the first pair of each
    std::vector<Number> chain_;    ///< by pair: the next in its bucket
    std::vector<int> removedByOthers_;
    int ownRemovals_ = 0;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
