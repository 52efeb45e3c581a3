#include "adapters/function_table.h"
#include "algorithms/geometry/builtins.h"
#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "plugin/broad_phase/deferred_pairs.h"
#include "plugin/broad_phase/fixed_box.h"
#include "plugin/broad_phase/mktree_sweep.h"
#include "plugin/broad_phase/pair_cache.h"
#include "plugin/broad_phase/proxy_pool.h"

#include <ricochet/mktree_broadphase.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// A proxy's unique id is its body's number plus one.
Index bodyOf(const btBroadphaseProxy& proxy) { return static_cast<Index>(proxy.m_uniqueId - 1); }
int uidOf(Index body) { return static_cast<int>(body) + 1; }

/// Exact with float Bullet.
SweepBox toBox(const btVector3& min, const btVector3& max) {
    return {{sweep::roundedDown(min.x()), sweep::roundedDown(min.y()), sweep::roundedDown(min.z())},
            {sweep::roundedUp(max.x()), sweep::roundedUp(max.y()), sweep::roundedUp(max.z())}};
}

Vec3 rayVec3(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// Compares three components: the fourth is undefined, and a vector load right after individual stores is
/// slow.
bool areEqual(const btVector3& a, const btVector3& b) {
    return a.x() == b.x() && a.y() == b.y() && a.z() == b.z();
}
void copy(const btVector3& from, btVector3& to) { to.setValue(from.x(), from.y(), from.z()); }

using MakeBroadPhase = std::function<std::unique_ptr<BroadPhase>()>;

SweepSettings toSettings(const SweepAndPruneSettings& settings) {
    constexpr SweepMode kModes[] = {SweepMode::automatic, SweepMode::fromScratch, SweepMode::incremental};
    return {kModes[static_cast<int>(settings.sweep)],
            makeThreadExecutor(static_cast<Index>(std::max(1, settings.threads)))};
}

MakeBroadPhase broadPhaseMaker(const SweepAndPruneSettings& settings) {
    return [sweep = toSettings(settings)] { return makeSweepAndPrune(sweep); };
}

MakeBroadPhase broadPhaseMaker(const MkTreeBroadphaseSettings& settings) {
    mktree::BoxTreeSettings tree;
    tree.leafBoxes = static_cast<Index>(std::max(1, settings.leafObjects));
    const bool isPapers = settings.rule == MkTreeRule::leastOverlap;
    tree.rule = isPapers ? mktree::SplitRule::leastOverlap : mktree::SplitRule::surfaceArea;
    return [sweep = toSettings(settings.moving), tree] { return std::make_unique<MkTreeSweep>(sweep, tree); };
}

}  // namespace

struct RICOCHET_HIDDEN SweepAndPruneBroadphase::Implementation {
    Implementation(btOverlappingPairCache* given, MakeBroadPhase make, BodyBoxes boxes)
        : makeSweep(std::move(make)),
          areFixed(boxes == BodyBoxes::fixed),
          sweep(makeSweep()),
          ownCache(given ? nullptr : std::make_unique<PairCache>()),
          cache(given ? given : ownCache.get()) {}

    btBroadphaseProxy& proxy(Index body) { return proxies[body]; }
    btBroadphaseProxy& insert(const ProxyData& data);
    btBroadphaseProxy& insertBox(const ProxyData& data);
    void setBox(btBroadphaseProxy& proxy, const btVector3& min, const btVector3& max);
    /// Whether the settings give a proxy another box than Bullet's.
    bool widens(const void* clientObject) const { return areFixed && clientObject; }
    void destroy(btBroadphaseProxy& proxy, btDispatcher* dispatcher);
    /// Whether the cache can list a body's pairs.
    bool knowsPairs() const { return ownCache || cache->hasDeferredRemoval(); }
    void removePairs(btBroadphaseProxy& proxy, btDispatcher* dispatcher);
    void forgetPairsRemovedByOthers();
    void addPairs(const BodyPairs& pairs);
    void removePairs(const BodyPairs& pairs, btDispatcher* dispatcher);
    /// Calls work(pair) for each, some time after prefetching the memory that the cache needs for it.
    template <class Work>
    void forEachPrefetched(const BodyPairs& pairs, Work&& work);
    void findPairs(btDispatcher* dispatcher);
    void startAnew(btDispatcher* dispatcher);
    /// Whether a query may report it.
    bool isThere(Index body) const { return !hasLostTrack || (body < isInUse.size() && isInUse[body]); }

    MakeBroadPhase makeSweep;
    bool areFixed;  ///< the boxes
    std::unique_ptr<BroadPhase> sweep;
    std::unique_ptr<PairCache> ownCache;
    btOverlappingPairCache* cache;
    ProxyPool proxies;
    std::vector<bool> isInUse;  ///< by body
    int count = 0;
    BodyPairs lost;
    /// There was no memory: from the next step on, another sweep finds the pairs of the present boxes.
    bool hasLostTrack = false;
};

btBroadphaseProxy& SweepAndPruneBroadphase::Implementation::insert(const ProxyData& data) {
    if (!widens(data.clientObject)) return insertBox(data);
    ProxyData wide = data;
    widenToFixedBox(*static_cast<const btCollisionObject*>(data.clientObject), wide.aabbMin, wide.aabbMax);
    return insertBox(wide);
}

btBroadphaseProxy& SweepAndPruneBroadphase::Implementation::insertBox(const ProxyData& data) {
    const bool isStatic = (data.collisionFilterGroup & btBroadphaseProxy::StaticFilter) != 0;
    const SweepBox box = toBox(data.aabbMin, data.aabbMax);
    // Set until all is done: an exception leaves it so.
    const bool hadLostTrack = std::exchange(hasLostTrack, true);
    const Index body = isStatic ? sweep->insertStatic(box) : sweep->insert(box);
    proxies.makeRoomFor(body);
    if (body >= isInUse.size()) isInUse.resize(proxies.room());
    hasLostTrack = hadLostTrack;
    btBroadphaseProxy& made = *new (&proxy(body)) btBroadphaseProxy(
        data.aabbMin, data.aabbMax, data.clientObject, data.collisionFilterGroup, data.collisionFilterMask);
    made.m_uniqueId = uidOf(body);
    isInUse[body] = true;
    ++count;
    return made;
}

void SweepAndPruneBroadphase::Implementation::setBox(btBroadphaseProxy& of, const btVector3& min,
                                                     const btVector3& max) {
    if (areEqual(of.m_aabbMin, min) && areEqual(of.m_aabbMax, max)) return;
    copy(min, of.m_aabbMin);
    copy(max, of.m_aabbMax);
    try {
        sweep->update(bodyOf(of), toBox(min, max));
    } catch (const std::bad_alloc&) {
        hasLostTrack = true;
    }
}

/// Pairs are removed before the proxy, because callbacks of ghosts read it.
void SweepAndPruneBroadphase::Implementation::destroy(btBroadphaseProxy& gone, btDispatcher* dispatcher) {
    lost.clear();
    try {
        sweep->remove(bodyOf(gone), knowsPairs() ? nullptr : &lost);
        removePairs(gone, dispatcher);
    } catch (const std::bad_alloc&) {
        hasLostTrack = true;
        const auto own = PairCache::removeAsOwner(ownCache.get());
        cache->removeOverlappingPairsContainingProxy(&gone, dispatcher);
    }
    isInUse[bodyOf(gone)] = false;
    gone.m_clientObject = nullptr;
    --count;
}

/// Removes all pairs of the proxy if the cache can list them, else those that the sweep has just lost.
void SweepAndPruneBroadphase::Implementation::removePairs(btBroadphaseProxy& of, btDispatcher* dispatcher) {
    const auto own = PairCache::removeAsOwner(ownCache.get());
    if (knowsPairs()) {
        cache->removeOverlappingPairsContainingProxy(&of, dispatcher);
    } else {
        removePairs(lost, dispatcher);
    }
}

template <class Work>
void SweepAndPruneBroadphase::Implementation::forEachPrefetched(const BodyPairs& pairs, Work&& work) {
    constexpr std::size_t kFarAhead = 16, kAhead = 8;
    constexpr int kFewPairs = 4096;  // this many fit into the CPU cache
    if (cache->getNumOverlappingPairs() < kFewPairs && pairs.size() < kFewPairs) {
        for (const BodyPair& pair : pairs) work(&proxy(pair.a), &proxy(pair.b));
        return;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + kFarAhead < pairs.size()) {
            const BodyPair& later = pairs[i + kFarAhead];
            prefetchLine(&proxy(later.b));
            if (ownCache) ownCache->prefetch(uidOf(later.a), uidOf(later.b));
        }
        if (ownCache && i + kAhead < pairs.size()) {
            ownCache->prefetchMore(uidOf(pairs[i + kAhead].a), uidOf(pairs[i + kAhead].b));
        }
        work(&proxy(pairs[i].a), &proxy(pairs[i].b));
    }
}

void SweepAndPruneBroadphase::Implementation::addPairs(const BodyPairs& pairs) {
    if (ownCache) ownCache->expect(pairs.size());
    forEachPrefetched(
        pairs, [this](btBroadphaseProxy* a, btBroadphaseProxy* b) { cache->addOverlappingPair(a, b); });
}

void SweepAndPruneBroadphase::Implementation::removePairs(const BodyPairs& pairs, btDispatcher* dispatcher) {
    const auto own = PairCache::removeAsOwner(ownCache.get());
    forEachPrefetched(pairs, [&](btBroadphaseProxy* a, btBroadphaseProxy* b) {
        if (ownCache) ownCache->prefetchLast(/*butSoMany*/ 8);
        cache->removeOverlappingPair(a, b, dispatcher);
    });
}

/// If a caller removed a pair from our cache although its boxes overlap, the sweep finds it again.
void SweepAndPruneBroadphase::Implementation::forgetPairsRemovedByOthers() {
    if (!ownCache) return;
    for (const int uid : ownCache->takeRemovedByOthers()) {
        const auto body = static_cast<Index>(uid - 1);
        if (isInUse[body]) sweep->forgetPairs(body, nullptr);
    }
}

void SweepAndPruneBroadphase::Implementation::findPairs(btDispatcher* dispatcher) {
    forgetPairsRemovedByOthers();
    const PairChanges& changes = sweep->step();
    removePairs(changes.removed, dispatcher);
    addPairs(changes.added);
    const bool areChanged = !changes.added.empty() || !changes.removed.empty();
    if (areChanged && cache->hasDeferredRemoval()) removeStalePairs(*cache, dispatcher);
}

/// Another sweep gives the bodies the same numbers, and reports all pairs as added.
void SweepAndPruneBroadphase::Implementation::startAnew(btDispatcher* dispatcher) {
    std::unique_ptr<BroadPhase> fresh = makeSweep();
    const auto bodies = static_cast<Index>(isInUse.size());
    for (Index body = 0; body < bodies; ++body) {
        const btBroadphaseProxy& of = proxy(body);
        const bool isStatic = isInUse[body] && (of.m_collisionFilterGroup & btBroadphaseProxy::StaticFilter);
        const SweepBox box = isInUse[body] ? toBox(of.m_aabbMin, of.m_aabbMax) : sweep::kEmpty;
        [[maybe_unused]] const Index number = isStatic ? fresh->insertStatic(box) : fresh->insert(box);
        assert(number == body);
    }
    for (Index body = bodies; body-- > 0;) {
        if (!isInUse[body]) fresh->remove(body, nullptr);
    }
    if (ownCache) ownCache->takeRemovedByOthers();
    const auto own = PairCache::removeAsOwner(ownCache.get());
    btBroadphasePairArray& pairs = cache->getOverlappingPairArray();
    for (int i = pairs.size(); i-- > 0;) {
        btBroadphaseProxy *const a = pairs[i].m_pProxy0, *const b = pairs[i].m_pProxy1;
        const bool areNear = sweep::overlaps(sweep::cleaned(toBox(a->m_aabbMin, a->m_aabbMax)),
                                             sweep::cleaned(toBox(b->m_aabbMin, b->m_aabbMax)));
        if (!areNear) cache->removeOverlappingPair(a, b, dispatcher);
    }
    sweep = std::move(fresh);
    hasLostTrack = false;
}

SweepAndPruneBroadphase::SweepAndPruneBroadphase(btOverlappingPairCache* pairCache,
                                                 const SweepAndPruneSettings& settings)
    : SweepAndPruneBroadphase(new Implementation(pairCache, broadPhaseMaker(settings), settings.boxes)) {}

MkTreeBroadphase::MkTreeBroadphase(btOverlappingPairCache* pairCache,
                                   const MkTreeBroadphaseSettings& settings)
    : SweepAndPruneBroadphase(
          new Implementation(pairCache, broadPhaseMaker(settings), settings.moving.boxes)) {}

SweepAndPruneBroadphase::SweepAndPruneBroadphase(Implementation* implementation)
    : implementation_(implementation) {
    TableOf<SweepAndPruneBroadphase>::note(*this);
}

SweepAndPruneBroadphase::~SweepAndPruneBroadphase() { delete implementation_; }

const BroadPhase& SweepAndPruneBroadphase::sweep() const { return *implementation_->sweep; }

btBroadphaseProxy* SweepAndPruneBroadphase::createProxy(const btVector3& aabbMin, const btVector3& aabbMax,
                                                        int shapeType, void* userPtr,
                                                        int collisionFilterGroup, int collisionFilterMask,
                                                        btDispatcher*) {
    return &implementation_->insert(
        {aabbMin, aabbMax, shapeType, userPtr, collisionFilterGroup, collisionFilterMask});
}

void SweepAndPruneBroadphase::destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) {
    implementation_->destroy(*proxy, dispatcher);
}

/// Bullet calls this for every object in each step, also for objects at rest.
void SweepAndPruneBroadphase::setAabb(btBroadphaseProxy* proxy, const btVector3& aabbMin,
                                      const btVector3& aabbMax, btDispatcher*) {
    if (!implementation_->widens(proxy->m_clientObject)) {
        implementation_->setBox(*proxy, aabbMin, aabbMax);
        return;
    }
    btVector3 min = aabbMin, max = aabbMax;
    widenToFixedBox(*static_cast<const btCollisionObject*>(proxy->m_clientObject), min, max);
    implementation_->setBox(*proxy, min, max);
}

void SweepAndPruneBroadphase::getAabb(btBroadphaseProxy* proxy, btVector3& aabbMin,
                                      btVector3& aabbMax) const {
    aabbMin = proxy->m_aabbMin;
    aabbMax = proxy->m_aabbMax;
}

void SweepAndPruneBroadphase::rayTest(const btVector3& rayFrom, const btVector3& rayTo,
                                      btBroadphaseRayCallback& rayCallback, const btVector3& aabbMin,
                                      const btVector3& aabbMax) {
    SweepRay ray{rayVec3(rayFrom), rayVec3(rayTo) - rayVec3(rayFrom)};
    ray.boxMin = rayVec3(aabbMin);
    ray.boxMax = rayVec3(aabbMax);
    implementation_->sweep->rayCast(ray, [&](Index body) {
        if (implementation_->isThere(body)) rayCallback.process(&implementation_->proxy(body));
    });
}

void SweepAndPruneBroadphase::aabbTest(const btVector3& aabbMin, const btVector3& aabbMax,
                                       btBroadphaseAabbCallback& callback) {
    implementation_->sweep->overlap(toBox(aabbMin, aabbMax), [&](Index body) {
        if (implementation_->isThere(body)) callback.process(&implementation_->proxy(body));
    });
}

void SweepAndPruneBroadphase::calculateOverlappingPairs(btDispatcher* dispatcher) {
    try {
        if (implementation_->hasLostTrack) implementation_->startAnew(dispatcher);
        implementation_->findPairs(dispatcher);
    } catch (const std::bad_alloc&) {
        implementation_->hasLostTrack = true;
    }
}

btOverlappingPairCache* SweepAndPruneBroadphase::getOverlappingPairCache() { return implementation_->cache; }
const btOverlappingPairCache* SweepAndPruneBroadphase::getOverlappingPairCache() const {
    return implementation_->cache;
}

void SweepAndPruneBroadphase::getBroadphaseAabb(btVector3& aabbMin, btVector3& aabbMax) const {
    constexpr auto kMost = std::numeric_limits<btScalar>::max();
    btVector3 min(kMost, kMost, kMost), max(-kMost, -kMost, -kMost);
    bool isAny = false;
    for (Index body = 0; body < implementation_->isInUse.size(); ++body) {
        const btBroadphaseProxy& proxy = implementation_->proxies[body];
        const SweepBox box = sweep::cleaned(toBox(proxy.m_aabbMin, proxy.m_aabbMax));
        if (!implementation_->isInUse[body] || sweep::isEmpty(box)) continue;
        min.setMin(proxy.m_aabbMin);
        max.setMax(proxy.m_aabbMax);
        isAny = true;
    }
    aabbMin = isAny ? min : btVector3(0, 0, 0);
    aabbMax = isAny ? max : btVector3(0, 0, 0);
}

void SweepAndPruneBroadphase::resetPool(btDispatcher*) {
    if (implementation_->count > 0) return;
    implementation_->sweep = implementation_->makeSweep();
    implementation_->proxies.clear();
    implementation_->isInUse.clear();
}

void SweepAndPruneBroadphase::addBatch(const ProxyData* data, int count, btBroadphaseProxy** proxies,
                                       btDispatcher*) {
    for (int i = 0; i < count; ++i) proxies[i] = &implementation_->insert(data[i]);
}

void SweepAndPruneBroadphase::removeBatch(btBroadphaseProxy* const* proxies, int count,
                                          btDispatcher* dispatcher) {
    for (int i = 0; i < count; ++i) implementation_->destroy(*proxies[i], dispatcher);
}

void SweepAndPruneBroadphase::refilter(btBroadphaseProxy* proxy, btDispatcher* dispatcher) {
    implementation_->lost.clear();
    implementation_->sweep->forgetPairs(bodyOf(*proxy), &implementation_->lost);
    implementation_->removePairs(*proxy, dispatcher);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
