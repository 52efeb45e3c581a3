#pragma once

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <ricochet/precision.h>

#include <cstdint>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Bullet's hashed pair cache, with a list of its pairs for each body: what Bullet does by a search through
/// all pairs (cleaning a body's pairs, removing them) costs as much as the body has pairs. The pairs are in
/// Bullet's own array; its hash table is not used. 16 bytes a pair for the lists and up to 8 for the hash.
class PairCache final : public btHashedOverlappingPairCache {
public:
    btBroadphasePair* addOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b) override;
    void* removeOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b,
                                btDispatcher* dispatcher) override;
    btBroadphasePair* findPair(btBroadphaseProxy* a, btBroadphaseProxy* b) override;
    void cleanProxyFromPairs(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void removeOverlappingPairsContainingProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void sortOverlappingPairs(btDispatcher* dispatcher) override;

    /// While one lives, removals are the broad phase's own; others are noted.
    class OwnRemovals {
    public:
        explicit OwnRemovals(PairCache* cache) : cache_(cache) {
            if (cache_) ++cache_->ownRemovals_;
        }
        ~OwnRemovals() {
            if (cache_) --cache_->ownRemovals_;
        }
        OwnRemovals(const OwnRemovals&) = delete;
        OwnRemovals& operator=(const OwnRemovals&) = delete;

    private:
        PairCache* cache_;
    };

    /// Proxies whose pairs another caller has removed since the last call, by their unique ids.
    std::vector<int> takeRemovedByOthers();

    /// So many pairs will be added: makes room at once where they are as many as there are.
    void expect(std::size_t added);
    /// The pair will soon be added or removed: fetches what is found without looking at other memory.
    void prefetch(int uidA, int uidB) const;
    /// The same somewhat later: fetches what the memory fetched before refers to.
    void prefetchMore(int uidA, int uidB) const;
    /// A removal will soon move the last pair but so many into the hole that it leaves.
    void prefetchLast(int butSoMany) const;
    std::size_t bytesOfLists() const;

private:
    using Number = std::uint32_t;  ///< of a pair, or of a link: twice the pair's, and one for its second body
    static constexpr Number kNone = ~Number{0};
    struct Link {
        Number next = kNone, previous = kNone;
    };

    std::size_t bucketOf(int uidA, int uidB) const;
    Number find(const btBroadphaseProxy& a, const btBroadphaseProxy& b) const;
    Number& placeOf(Number pair);
    void growBuckets(std::size_t count);
    void link(Number pair);
    void unlink(Number pair);
    void moveLastTo(Number pair);
    Number& headOf(Number link);
    void prefetchPairsOf(std::size_t uid) const;
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
