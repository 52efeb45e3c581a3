#pragma once

#include <LinearMath/btVector3.h>
#include <ricochet/settings.h>

#include <string>

class btCollisionDispatcher;
class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// Our algorithms for all pairs with a mesh, and where `Settings::convexConvex` says so for pairs of convex
/// bodies, in both of the dispatcher's query tables and in both orders; every other pair stays with stock.
/// Call it before the first step, or after the pairs were cleaned. A second call replaces the settings.
/// Returns an empty string, or one sentence that says why nothing was changed. The dispatcher must outlive
/// its pairs; `settings` is copied. Not thread-safe.
std::string registerAlgorithms(btCollisionDispatcher* dispatcher, const Settings& settings = {});

/// Stock again. Pairs that already have one of our algorithms keep it until they part, or until the caller
/// cleans them (btOverlappingPairCache::cleanProxyFromPairs).
void unregisterAlgorithms(btCollisionDispatcher* dispatcher);

/// The narrow phase for pairs with a mesh in which this shape takes part, or the method for pairs of convex
/// bodies (`convexMethods`): a shape may have one of each. Where the two shapes of a pair disagree the first
/// one's; "stock" leaves its pairs to Bullet, whatever the other shape's is; an empty name takes all back.
/// Holds from the next step on. Stored by the shape's address: take it back before the shape dies. Returns an
/// empty string, or one sentence that lists the known names.
std::string setAlgorithm(const btCollisionShape& shape, const std::string& name);

/// The shape's vertices moved: they are read anew at its next collision. The shape's own box is the caller's
/// affair (btBvhTriangleMeshShape::refitTree, btGImpactMeshShape::postUpdate).
void notifyDeformed(const btCollisionShape& shape);

/// Only what was or is in a box has changed, in the shape's frame: costs no more than what is prepared there.
/// Of shapes that are prepared whole, the same as above.
void notifyDeformed(const btCollisionShape& shape, const btVector3& least, const btVector3& most);

/// Forgets what is cached for a shape. Optional: a new shape at the address of a dead one is recognized.
void release(const btCollisionShape& shape);

/// Counted over all pairs of a dispatcher since `registerAlgorithms` or `resetStatistics`.
struct Statistics {
    long long pairs = 0;           ///< pairs of shapes processed
    long long roundPairs = 0;      ///< of those, a round shape against a mesh: they have no face pairs
    long long convexPairs = 0;     ///< two convex bodies: they have no face pairs either
    long long candidatePairs = 0;  ///< face pairs that the narrow phase handed to `contact`
    long long facePairs = 0;       ///< of those, the ones that intersect
    long long contacts = 0;        ///< points written to manifolds
    long long boxTests = 0;
    long long triangleTests = 0;
    long long coarsePairs = 0;  ///< of `pairs`, those with more face pairs than `Settings::pairBudget`
    // Wall time, summed over threads; 0 unless `Settings::measureTime` asks for it.
    double narrowPhaseMicroseconds = 0;
    double contactMicroseconds = 0;
    // Of large meshes and terrains, which are prepared in regions: of the whole process, from its start on.
    long long regionsPrepared = 0, regionsDropped = 0;
    long long regionsCached = 0, regionBytes = 0;  ///< now
    double regionMicroseconds = 0;                 ///< wall time of preparing
};
Statistics statistics(const btCollisionDispatcher& dispatcher);
void resetStatistics(btCollisionDispatcher& dispatcher);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
