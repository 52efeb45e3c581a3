#pragma once

#include <ricochet/sweep_and_prune_broadphase.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// By which the static objects of a node are divided between its two children.
enum class MkTreeRule {
    surfaceArea,  ///< smallest sum of objects times surface
    leastOverlap  ///< the paper's: fewest objects in the space that both children's boxes share
};

/// Settings of `MkTreeBroadphase`.
struct MkTreeBroadphaseSettings {
    MkTreeRule rule = MkTreeRule::surfaceArea;  ///< by which static objects are divided
    int leafObjects = 8;                        ///< of a leaf, at most; 1 or more
    SweepAndPruneSettings moving;               ///< of the moving objects
};

/// For worlds with many static objects: these are in an MKtree, and the others in a sweep and prune.
/// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. 2004, section 2. Here nodes hold objects'
/// boxes in memory; MkTreeShape stores the triangles of one object on disk.
///
/// Static are proxies whose filter group has btBroadphaseProxy::StaticFilter, as addRigidBody gives it to
/// static and kinematic bodies. After a few changes of its box a proxy counts as moving. Objects that are
/// added later are beside the tree until it is built anew, which takes time proportional to n log n for n
/// static objects, and happens as soon as those beside it are a sixteenth. Everything else is as in
/// SweepAndPruneBroadphase, in particular the pairs.
class RICOCHET_API MkTreeBroadphase : public SweepAndPruneBroadphase {
public:
    /// `pairCache` as in `SweepAndPruneBroadphase`; it must outlive the broad phase.
    explicit MkTreeBroadphase(btOverlappingPairCache* pairCache = nullptr,
                              const MkTreeBroadphaseSettings& settings = {});
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
