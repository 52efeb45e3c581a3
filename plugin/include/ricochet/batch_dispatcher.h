#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/precision.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A dispatcher that passes all queries of a step's mesh pairs to the narrow phase beforehand. One that
/// renders (`stencil`) then renders them together: one hand-over to its OpenGL thread per step instead of one
/// per pair; `face-octree?step=one-pass` places each body once, however many pairs it has. Optional: any
/// other btCollisionDispatcher finds the same contacts pair by pair. Children of compounds, queries
/// (contactTest, contactPairTest) and further queries of a pair always go pair by pair. Not for
/// btCollisionDispatcherMt's workers: the calling thread processes the pairs.
class RICOCHET_API BatchDispatcher : public btCollisionDispatcher {
public:
    using btCollisionDispatcher::btCollisionDispatcher;

    /// As in btCollisionDispatcher.
    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
