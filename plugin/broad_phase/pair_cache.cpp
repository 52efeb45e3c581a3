#include "plugin/broad_phase/pair_cache.h"

#include "algorithms/geometry/builtins.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

std::size_t PairCache::bucketNumber(int uidA, int uidB) const {
    const std::uint64_t low = static_cast<std::uint32_t>(std::min(uidA, uidB));
    const std::uint64_t high = static_cast<std::uint32_t>(std::max(uidA, uidB));
    const std::uint64_t mixed = (high << 32 | low) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(mixed >> 32) & (buckets_.size() - 1);
}

PairCache::Number PairCache::find(const btBroadphaseProxy& a, const btBroadphaseProxy& b) const {
    if (buckets_.empty()) return kNone;
    const btBroadphasePairArray& pairs = getOverlappingPairArray();
    Number pair = buckets_[bucketNumber(a.m_uniqueId, b.m_uniqueId)];
    const bool isSorted = a.m_uniqueId < b.m_uniqueId;
    const btBroadphaseProxy *first = isSorted ? &a : &b, *second = isSorted ? &b : &a;
    for (; pair != kNone; pair = chain_[pair]) {
        const btBroadphasePair& candidate = pairs[static_cast<int>(pair)];
        if (candidate.m_pProxy0 == first && candidate.m_pProxy1 == second) break;
    }
    return pair;
}

btBroadphasePair* PairCache::findPair(btBroadphaseProxy* a, btBroadphaseProxy* b) {
    const Number pair = find(*a, *b);
    return pair == kNone ? nullptr : &getOverlappingPairArray()[static_cast<int>(pair)];
}

btBroadphasePair* PairCache::addOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b) {
    if (!needsBroadphaseCollision(a, b)) return nullptr;
    if (btBroadphasePair* known = findPair(a, b)) return known;
    btBroadphasePairArray& pairs = getOverlappingPairArray();
    const auto pair = static_cast<Number>(pairs.size());
    makeRoomFor(*a, *b);
    pairs.push_back(btBroadphasePair(*a, *b));
    link(pair);
    if (m_ghostPairCallback) m_ghostPairCallback->addOverlappingPair(a, b);
    return &pairs[static_cast<int>(pair)];
}

void* PairCache::removeOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b, btDispatcher* dispatcher) {
    const Number pair = find(*a, *b);
    if (pair == kNone) return nullptr;
    if (ownRemovals_ == 0) removedByOthers_.insert(removedByOthers_.end(), {a->m_uniqueId, b->m_uniqueId});
    return remove(pair, dispatcher);
}

void* PairCache::remove(Number pair, btDispatcher* dispatcher) {
    btBroadphasePairArray& pairs = getOverlappingPairArray();
    const btBroadphasePair removed = pairs[static_cast<int>(pair)];
    cleanOverlappingPair(pairs[static_cast<int>(pair)], dispatcher);
    unlink(pair);
    moveLastTo(pair);
    if (m_ghostPairCallback) {
        m_ghostPairCallback->removeOverlappingPair(removed.m_pProxy0, removed.m_pProxy1, dispatcher);
    }
    return removed.m_internalInfo1;
}

void PairCache::cleanProxyFromPairs(btBroadphaseProxy* proxy, btDispatcher* dispatcher) {
    const auto uid = static_cast<std::size_t>(proxy->m_uniqueId);
    if (uid >= heads_.size()) return;
    for (Number at = heads_[uid]; at != kNone; at = links_[at].next) {
        cleanOverlappingPair(getOverlappingPairArray()[static_cast<int>(at / 2)], dispatcher);
    }
}

void PairCache::removeOverlappingPairsContainingProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) {
    const auto uid = static_cast<std::size_t>(proxy->m_uniqueId);
    if (uid >= heads_.size()) return;
    if (ownRemovals_ == 0) removedByOthers_.push_back(proxy->m_uniqueId);
    prefetchPairs(uid);
    while (heads_[uid] != kNone) remove(heads_[uid] / 2, dispatcher);
}

/// Pairs keep their algorithms, whereas Bullet's cache removes all pairs and adds them again.
void PairCache::sortOverlappingPairs(btDispatcher*) {
    btBroadphasePairArray& pairs = getOverlappingPairArray();
    pairs.quickSort(btBroadphasePairSortPredicate());
    heads_.assign(heads_.size(), kNone);
    buckets_.assign(buckets_.size(), kNone);
    links_.clear();
    chain_.clear();
    for (int pair = 0; pair < pairs.size(); ++pair) link(static_cast<Number>(pair));
}

std::vector<int> PairCache::takeRemovedByOthers() { return std::exchange(removedByOthers_, {}); }

void PairCache::expect(std::size_t added) {
    btBroadphasePairArray& pairs = getOverlappingPairArray();
    const std::size_t all = static_cast<std::size_t>(pairs.size()) + added;
    if (added < all - added || all <= buckets_.size()) return;
    pairs.reserve(static_cast<int>(all));
    links_.reserve(2 * all);
    chain_.reserve(all);
    growBuckets(all);
}

void PairCache::prefetch(int uidA, int uidB) const {
    if (buckets_.empty()) return;
    prefetchLine(&buckets_[bucketNumber(uidA, uidB)]);
    for (const int uid : {uidA, uidB}) {
        const auto place = static_cast<std::size_t>(uid);
        if (place < heads_.size()) prefetchLine(&heads_[place]);
    }
}

void PairCache::prefetchMore(int uidA, int uidB) const {
    if (buckets_.empty()) return;
    const Number pair = buckets_[bucketNumber(uidA, uidB)];
    if (pair != kNone) {
        prefetchLine(&getOverlappingPairArray()[static_cast<int>(pair)]);
        prefetchLine(&links_[2 * pair]);
        prefetchLine(&chain_[pair]);
    }
    for (const int uid : {uidA, uidB}) {
        const auto place = static_cast<std::size_t>(uid);
        if (place >= heads_.size() || heads_[place] == kNone) continue;
        prefetchLine(&links_[heads_[place]]);
    }
}

void PairCache::prefetchLast(int butSoMany) const {
    const btBroadphasePairArray& pairs = getOverlappingPairArray();
    const int later = pairs.size() - 1 - 2 * butSoMany, soon = pairs.size() - 1 - butSoMany;
    if (later < 0) return;
    prefetchLine(pairs[later].m_pProxy0);
    prefetchLine(pairs[later].m_pProxy1);
    prefetch(pairs[soon].m_pProxy0->m_uniqueId, pairs[soon].m_pProxy1->m_uniqueId);
    prefetchNeighbours(2 * static_cast<Number>(soon));
    prefetchNeighbours(2 * static_cast<Number>(soon) + 1);
}

/// Prefetches the memory that their removal will use, in two rounds, because the second depends on the first.
void PairCache::prefetchPairs(std::size_t uid) const {
    constexpr int kMost = 16, kFewPairs = 4096;
    const btBroadphasePairArray& pairs = getOverlappingPairArray();
    if (pairs.size() < kFewPairs) return;  // they fit into the CPU cache
    int count = 0;
    for (Number at = heads_[uid]; at != kNone && count < kMost; at = links_[at].next, ++count) {
        prefetchLine(&pairs[static_cast<int>(at / 2)]);
        prefetchLine(&chain_[at / 2]);
    }
    for (int last = 0; last < count; ++last) {
        const btBroadphasePair& moved = pairs[pairs.size() - 1 - last];
        prefetchLine(moved.m_pProxy0);
        prefetchLine(moved.m_pProxy1);
    }
    Number at = heads_[uid];
    for (int i = 0; i < count; ++i, at = links_[at].next) {
        const btBroadphasePair& pair = pairs[static_cast<int>(at / 2)];
        prefetch(pair.m_pProxy0->m_uniqueId, pair.m_pProxy1->m_uniqueId);
        prefetchNeighbours(at ^ 1);
    }
    for (int last = 0; last < count; ++last) prefetchLast(last);
}

void PairCache::prefetchNeighbours(Number at) const {
    for (const Number other : {links_[at].next, links_[at].previous}) {
        if (other != kNone) prefetchLine(&links_[other]);
    }
}

/// The head of the list that a link belongs to.
PairCache::Number& PairCache::listHead(Number at) {
    const btBroadphasePair& pair = getOverlappingPairArray()[static_cast<int>(at / 2)];
    const auto uid = static_cast<std::size_t>((at % 2 ? pair.m_pProxy1 : pair.m_pProxy0)->m_uniqueId);
    if (uid >= heads_.size()) heads_.resize(uid + 1, kNone);
    return heads_[uid];
}

/// The position of a pair's number in its bucket's chain.
PairCache::Number& PairCache::placeOf(Number pair) {
    const btBroadphasePair& at = getOverlappingPairArray()[static_cast<int>(pair)];
    Number* place = &buckets_[bucketNumber(at.m_pProxy0->m_uniqueId, at.m_pProxy1->m_uniqueId)];
    while (*place != pair) place = &chain_[*place];
    return *place;
}

void PairCache::growBuckets(std::size_t count) {
    buckets_.assign(std::bit_ceil(count), kNone);
    const btBroadphasePairArray& pairs = getOverlappingPairArray();
    for (Number pair = 0; pair < chain_.size(); ++pair) {
        const btBroadphasePair& at = pairs[static_cast<int>(pair)];
        Number& bucket = buckets_[bucketNumber(at.m_pProxy0->m_uniqueId, at.m_pProxy1->m_uniqueId)];
        chain_[pair] = std::exchange(bucket, pair);
    }
}

/// All memory that a pair's links take: without it, nothing is changed.
void PairCache::makeRoomFor(const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
    if (chain_.size() >= buckets_.size()) growBuckets(std::max<std::size_t>(64, 2 * buckets_.size()));
    if (chain_.size() == chain_.capacity()) chain_.reserve(2 * chain_.size() + 1);
    if (links_.size() + 2 > links_.capacity()) links_.reserve(2 * links_.size() + 2);
    const auto last = static_cast<std::size_t>(std::max(a.m_uniqueId, b.m_uniqueId));
    if (last >= heads_.size()) heads_.resize(last + 1, kNone);
}

void PairCache::link(Number pair) {
    const btBroadphasePair& added = getOverlappingPairArray()[static_cast<int>(pair)];
    Number& bucket = buckets_[bucketNumber(added.m_pProxy0->m_uniqueId, added.m_pProxy1->m_uniqueId)];
    chain_.push_back(std::exchange(bucket, pair));
    links_.resize(2 * std::size_t{pair} + 2);
    for (Number at = 2 * pair; at < 2 * pair + 2; ++at) {
        Number& head = listHead(at);
        links_[at] = {head, kNone};
        if (head != kNone) links_[head].previous = at;
        head = at;
    }
}

void PairCache::unlink(Number pair) {
    placeOf(pair) = chain_[pair];
    for (Number at = 2 * pair; at < 2 * pair + 2; ++at) {
        const Link& gone = links_[at];
        (gone.previous == kNone ? listHead(at) : links_[gone.previous].next) = gone.next;
        if (gone.next != kNone) links_[gone.next].previous = gone.previous;
    }
}

/// Fills the free position of an unlinked pair.
void PairCache::moveLastTo(Number pair) {
    btBroadphasePairArray& pairs = getOverlappingPairArray();
    const auto last = static_cast<Number>(pairs.size() - 1);
    if (pair != last) {
        placeOf(last) = pair;
        chain_[pair] = chain_[last];
        for (Number side = 0; side < 2; ++side) {
            const Number from = 2 * last + side, to = 2 * pair + side;
            const Link moved = links_[from];
            (moved.previous == kNone ? listHead(from) : links_[moved.previous].next) = to;
            if (moved.next != kNone) links_[moved.next].previous = to;
            links_[to] = moved;
        }
        pairs[static_cast<int>(pair)] = pairs[static_cast<int>(last)];
    }
    pairs.pop_back();
    chain_.pop_back();
    links_.resize(2 * std::size_t{last});
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
