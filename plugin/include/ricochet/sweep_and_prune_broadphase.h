#pragma once

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <ricochet/precision.h>

class btCollisionWorld;

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// How `SweepAndPruneBroadphase` looks for pairs.
enum class Sweep {
    automatic,    ///< cells; where few bodies move, only these are compared
    fromScratch,  ///< cells, all bodies sorted anew in each step
    incremental   ///< three lists, sorted by insertion; for a few hundred bodies
};

struct SweepAndPruneSettings {
    Sweep sweep = Sweep::automatic;
    int threads = 1;  ///< the result is the same for any number
};

/// What `addBatch` makes a proxy of; as the arguments of btBroadphaseInterface::createProxy.
struct ProxyData {
    btVector3 aabbMin, aabbMax;
    int shapeType;
    void* clientObject;
    int collisionFilterGroup, collisionFilterMask;
};

/// Stands where btDbvtBroadphase stood. Needs no world bounds; pairs are exactly those whose boxes overlap
/// (with double Bullet: whose boxes, rounded outwards to float, do). Queries may run in parallel and in one
/// another's callbacks, but not beside other calls. Cast rays after calculateOverlappingPairs: boxes that
/// have changed since are looked at one by one.
class SweepAndPruneBroadphase : public btBroadphaseInterface {
public:
    /// Without a pair cache it owns one, in which a body's pairs are found and removed at a cost per pair of
    /// this body, where btHashedOverlappingPairCache searches through all pairs.
    explicit SweepAndPruneBroadphase(btOverlappingPairCache* pairCache = nullptr,
                                     const SweepAndPruneSettings& settings = {});
    ~SweepAndPruneBroadphase() override;
    SweepAndPruneBroadphase(const SweepAndPruneBroadphase&) = delete;
    SweepAndPruneBroadphase& operator=(const SweepAndPruneBroadphase&) = delete;

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
    /// Of all proxies that have a box; zero where none has.
    void getBroadphaseAabb(btVector3& aabbMin, btVector3& aabbMax) const override;
    /// Where no proxy is left: as new, so that the same calls give the same results again.
    void resetPool(btDispatcher* dispatcher) override;
    void printStats() override {}

    /// As many calls of createProxy or destroyProxy. Their pairs are found together by the next
    /// calculateOverlappingPairs.
    void addBatch(const ProxyData* data, int count, btBroadphaseProxy** proxies, btDispatcher* dispatcher);
    void removeBatch(btBroadphaseProxy* const* proxies, int count, btDispatcher* dispatcher);

    /// After the proxy's filter has changed: its pairs are dropped, and by the next calculateOverlappingPairs
    /// found again, those that the filter still lets pass.
    void refilter(btBroadphaseProxy* proxy, btDispatcher* dispatcher);

private:
    struct Implementation;
    Implementation* implementation_;
};

/// Gives a running world another broad phase, which must be empty and outlive the world's use of it. All
/// objects get new proxies there with their old boxes and filters; the pairs keep their algorithms, and with
/// them their contacts and impulses. A filter callback goes along; a ghost pair callback must have been set
/// on the new pair cache before. The old broad phase is left empty; it is the caller's.
void migrate(btCollisionWorld& world, btBroadphaseInterface& newBroadphase);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
