#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/precision.h>

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// A dispatcher that tells each narrow phase what the pairs of meshes of a step will ask, before it lets them
/// ask. One that draws (`stencil`) draws them all at once then: one hand-over to its OpenGL thread a step
/// instead of one a pair. Optional: with any other btCollisionDispatcher the same contacts are found pair by
/// pair. Children of compounds, queries (contactTest, contactPairTest) and what a pair asks besides go pair
/// by pair here, too. Not for btCollisionDispatcherMt's workers: pairs are processed by the calling thread.
class BatchDispatcher : public btCollisionDispatcher {
public:
    using btCollisionDispatcher::btCollisionDispatcher;

    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override;
};

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
