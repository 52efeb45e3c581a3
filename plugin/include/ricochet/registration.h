#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/settings.h>

#include <cstddef>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The Bullet of the code that includes this. Its members are set where a call is compiled.
struct BulletHeaders {
    int version = BT_BULLET_VERSION;                              ///< 324 for 3.24
    std::size_t objectBytes = sizeof(btCollisionObject);          ///< of a btCollisionObject
    std::size_t manifoldBytes = sizeof(btPersistentManifold);     ///< of a btPersistentManifold
    std::size_t dispatcherBytes = sizeof(btCollisionDispatcher);  ///< of a btCollisionDispatcher
};

/// Registers Ricochet's algorithms for all pairs with a mesh and, if `Settings::convexConvex` is set, for
/// pairs of convex bodies, in both of the dispatcher's query tables and in both orders. Stock Bullet handles
/// all other pairs. Call it before the first step, or after cleaning the pairs. A second call replaces the
/// settings. Returns an empty string, or one sentence that tells why nothing was changed. The dispatcher must
/// outlive its pairs; `settings` is copied. A dispatcher that is destroyed without `unregisterAlgorithms`
/// leaves about 5 kB, and the threads of `Settings::threads`, until another one at its address is registered;
/// `CollisionConfiguration` takes all of it along. Nothing is changed either if the program was compiled with
/// the headers of another Bullet than Ricochet: leave `headers` out. Not thread-safe.
[[nodiscard]] RICOCHET_API std::string registerAlgorithms(btCollisionDispatcher* dispatcher,
                                                          const Settings& settings = {},
                                                          const BulletHeaders& headers = {});

/// Call it where others may have registered algorithms since, as btGImpactCollisionAlgorithm::
/// registerAlgorithm does: our algorithms serve the pairs with a mesh again, and theirs all other pairs.
/// Returns how many entries of the dispatcher's tables were theirs; 0 for a dispatcher without our
/// registration. As with `registerAlgorithms`, pairs that already have an algorithm keep it. Not thread-safe.
RICOCHET_API int restoreRegistration(btCollisionDispatcher& dispatcher);

/// Restores stock Bullet. Pairs that already have one of our algorithms keep it until they separate, or until
/// the caller cleans them (btOverlappingPairCache::cleanProxyFromPairs). Does nothing for a dispatcher
/// without our registration. Not thread-safe.
RICOCHET_API void unregisterAlgorithms(btCollisionDispatcher* dispatcher);

/// Sets the narrow phase for this shape's pairs with a mesh, with parameters or without (as in
/// `Settings::narrowPhase`), or the method for its pairs of convex bodies (`convexMethods`); a shape may have
/// one of each. If the two shapes of a pair differ, the first one's counts; "stock" leaves the pair to Bullet
/// whatever the other shape has; an empty name removes all settings. Takes effect in the next step. Stored by
/// the shape's address: remove it before the shape dies. Returns an empty string, or one sentence with the
/// nearest valid name, parameter or value. Call it between steps; not thread-safe.
[[nodiscard]] RICOCHET_API std::string setAlgorithm(const btCollisionShape& shape, const std::string& name);

/// Call it after moving the shape's vertices: they are read again at the next collision. The caller updates
/// the shape's own box (btBvhTriangleMeshShape::refitTree, btGImpactMeshShape::postUpdate). Call it between
/// steps; not thread-safe.
RICOCHET_API void notifyDeformed(const btCollisionShape& shape);

/// The same if only the inside of a box, in the shape's frame (metres), has changed: costs no more than
/// preparing that part. For shapes that are prepared whole, the same as above.
RICOCHET_API void notifyDeformed(const btCollisionShape& shape, const btVector3& aabbMin,
                                 const btVector3& aabbMax);

/// Forgets what is cached for a shape. Optional: a new shape at the address of a dead one is recognized, and
/// of models that no pair uses at most 64, or as many as are in use, are cached. Call it between steps; not
/// thread-safe.
RICOCHET_API void release(const btCollisionShape& shape);

/// Counters over all pairs of a dispatcher since `registerAlgorithms` or `resetStatistics`.
struct Statistics {
    long long pairs = 0;           ///< pairs of shapes processed
    long long roundPairs = 0;      ///< of those, a round shape against a mesh: they have no face pairs
    long long convexPairs = 0;     ///< two convex bodies: they have no face pairs either
    long long candidatePairs = 0;  ///< face pairs from the narrow phase; where little moves, those of the
                                   ///< last search that may matter
    long long facePairs = 0;       ///< of those, the ones that intersect
    long long contacts = 0;        ///< points written to manifolds
    long long boxTests = 0;        ///< of two boxes of trees
    long long triangleTests = 0;   ///< of two triangles
    long long coarsePairs = 0;     ///< of `pairs`, those with more face pairs than `Settings::pairBudget`, or
                                   ///< too many for the search of an impact within the step
    long long repeatedPairs = 0;   ///< of `pairs`, those in which nothing moved: contacts of the last step
    long long updatedPairs = 0;    ///< those that hardly moved: contacts of face pairs from an earlier search
    long long aheadPairs = 0;      ///< of `pairs`, those found before Bullet asked, by `Settings::threads`
    // Wall time, summed over threads; 0 unless `Settings::measureTime` is set.
    double narrowPhaseMicroseconds = 0;  ///< of searches for face pairs
    double contactMicroseconds = 0;      ///< of contacts from these
    // Regions of large meshes and terrains: process-wide, since its start.
    long long regionsPrepared = 0;  ///< and read
    long long regionsDropped = 0;   ///< as they had not been used for the longest time
    long long regionsCached = 0;    ///< now
    long long regionBytes = 0;      ///< of them now
    double regionMicroseconds = 0;  ///< wall time of preparing
    // Pairs of shapes when they come close, and queries of two shapes: who serves them. A compound's pairs
    // are those of its children.
    long long begunPairs = 0;       ///< Ricochet
    long long leftWithoutMesh = 0;  ///< Bullet: neither shape is a mesh
    long long leftBySetting = 0;    ///< Bullet: a setting or `setAlgorithm` says so
    long long leftUnserved = 0;     ///< Bullet: a mesh and a shape that Ricochet does not know
    long long tookBack = 0;  ///< entries of the dispatcher's tables that others had registered over ours
};
/// All zero, but those of regions, for a dispatcher without our registration. Call it between steps.
RICOCHET_API Statistics statistics(const btCollisionDispatcher& dispatcher);
/// Over all dispatchers of the process since its start. Call it between steps.
RICOCHET_API Statistics statistics();
/// Counts anew from zero, but for regions. Call it between steps; not thread-safe.
RICOCHET_API void resetStatistics(btCollisionDispatcher& dispatcher);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
