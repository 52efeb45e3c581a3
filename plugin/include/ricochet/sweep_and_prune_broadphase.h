#pragma once

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <ricochet/precision.h>

class btCollisionWorld;

namespace ricochet {
class BroadPhase;

inline namespace RICOCHET_PRECISION_NAMESPACE {

/// How `SweepAndPruneBroadphase` finds pairs.
enum class Sweep {
    automatic,    ///< cells; if few bodies move, only these are compared
    fromScratch,  ///< cells, all bodies sorted anew in each step
    incremental   ///< three lists, sorted by insertion; for a few hundred bodies
};

/// The boxes that `SweepAndPruneBroadphase` compares; names as in the paper.
enum class BodyBoxes {
    dynamic,  ///< Bullet's, which are recomputed as bodies turn
    fixed     ///< cubes about the bodies' bounding spheres, which only move; static bodies keep Bullet's
};

/// Settings of `SweepAndPruneBroadphase`.
struct SweepAndPruneSettings {
    Sweep sweep = Sweep::automatic;  ///< how pairs are found
    int threads = 1;                 ///< the result is the same for any number
    /// With `fixed`, every proxy's client object must be a btCollisionObject or null, as in any world. More
    /// pairs overlap, but never fewer.
    BodyBoxes boxes = BodyBoxes::dynamic;
};

/// Input of `addBatch` for one proxy; like the arguments of btBroadphaseInterface::createProxy.
struct ProxyData {
    btVector3 aabbMin;         ///< world, metres
    btVector3 aabbMax;         ///< world, metres
    int shapeType;             ///< of BroadphaseNativeTypes
    void* clientObject;        ///< the caller's: a btCollisionObject or null
    int collisionFilterGroup;  ///< as in btBroadphaseProxy
    int collisionFilterMask;   ///< as in btBroadphaseProxy
};

/// Replaces btDbvtBroadphase. Needs no world bounds; pairs are exactly those whose boxes overlap (with double
/// Bullet: whose boxes, rounded outwards to float, overlap). Queries may run in parallel and in one another's
/// callbacks, but not concurrently with other calls. Cast rays after calculateOverlappingPairs: boxes that
/// have changed since are tested one by one. Without memory for the pairs of a step they are those of the
/// step before, and the next step finds all of them anew; createProxy and addBatch throw std::bad_alloc.
class RICOCHET_API SweepAndPruneBroadphase : public btBroadphaseInterface {
public:
    /// Without a pair cache it owns one that finds and removes a body's pairs in time proportional to their
    /// number; btHashedOverlappingPairCache searches all pairs. A given one stays the caller's, and must
    /// outlive the broad phase.
    explicit SweepAndPruneBroadphase(btOverlappingPairCache* pairCache = nullptr,
                                     const SweepAndPruneSettings& settings = {});
    ~SweepAndPruneBroadphase() override;
    SweepAndPruneBroadphase(const SweepAndPruneBroadphase&) = delete;
    SweepAndPruneBroadphase& operator=(const SweepAndPruneBroadphase&) = delete;

    /// @{
    /// As in btBroadphaseInterface; proxies are the broad phase's, until `destroyProxy`.
    btBroadphaseProxy* createProxy(const btVector3& aabbMin, const btVector3& aabbMax, int shapeType,
                                   void* userPtr, int collisionFilterGroup, int collisionFilterMask,
                                   btDispatcher* dispatcher) override;
    void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void setAabb(btBroadphaseProxy* proxy, const btVector3& aabbMin, const btVector3& aabbMax,
                 btDispatcher* dispatcher) override;
    void getAabb(btBroadphaseProxy* proxy, btVector3& aabbMin, btVector3& aabbMax) const override;
    void rayTest(const btVector3& rayFrom, const btVector3& rayTo, btBroadphaseRayCallback& rayCallback,
                 const btVector3& aabbMin = btVector3(0, 0, 0),
                 const btVector3& aabbMax = btVector3(0, 0, 0)) override;
    void aabbTest(const btVector3& aabbMin, const btVector3& aabbMax,
                  btBroadphaseAabbCallback& callback) override;
    void calculateOverlappingPairs(btDispatcher* dispatcher) override;
    btOverlappingPairCache* getOverlappingPairCache() override;
    const btOverlappingPairCache* getOverlappingPairCache() const override;
    void printStats() override {}
    /// @}
    /// Bounds of all proxies that have a box; zero if none has.
    void getBroadphaseAabb(btVector3& aabbMin, btVector3& aabbMax) const override;
    /// If no proxy is left, restores the initial state, so that the same calls give the same results again.
    void resetPool(btDispatcher* dispatcher) override;

    /// Like as many calls of createProxy or destroyProxy. The next calculateOverlappingPairs finds their
    /// pairs together.
    void addBatch(const ProxyData* data, int count, btBroadphaseProxy** proxies, btDispatcher* dispatcher);
    /// The proxies are destroyed; the array stays the caller's.
    void removeBatch(btBroadphaseProxy* const* proxies, int count, btDispatcher* dispatcher);

    /// Call it after changing the proxy's filter: drops its pairs; the next calculateOverlappingPairs finds
    /// those again that the filter passes.
    void refilter(btBroadphaseProxy* proxy, btDispatcher* dispatcher);

    /// For the library itself: what finds the pairs. Lives as long as this.
    RICOCHET_HIDDEN const BroadPhase& sweep() const;

protected:
    struct Implementation;
    /// For derived classes of the library.
    explicit SweepAndPruneBroadphase(Implementation* implementation);

private:
    Implementation* implementation_;
};

/// Gives a running world another broad phase, which must be empty and outlive its use. All objects get new
/// proxies with their old boxes and filters; the pairs keep their algorithms, contacts and impulses. A filter
/// callback moves along; set a ghost pair callback on the new pair cache beforehand. The old broad phase is
/// left empty and still belongs to the caller. Call it between steps; not thread-safe.
RICOCHET_API void migrate(btCollisionWorld& world, btBroadphaseInterface& newBroadphase);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
