#pragma once

#include "adapters/solver/held_bodies.h"
#include "plugin/state/pair_tree.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>

#include <memory>
#include <optional>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What the pairs of a world keep from step to step.
struct PairsState {
    struct Pair {
        const btCollisionObject *object0, *object1;
        std::optional<AlgorithmState> algorithm;  ///< none: Bullet had made none
    };
    std::vector<Pair> pairs;  ///< in the order of the cache
    std::unique_ptr<const Neighbours> neighbours;
    std::vector<HeldBodies::Memory> heldBodies;
};

PairsState savePairs(const btOverlappingPairCache& cache, const PairContext& context);

/// Between steps. The pairs come into the order of the state; those that are not in it come last, and start
/// anew. `addsMissing`: pairs of the state that the cache lacks are added, so that all objects of the state
/// must be in the world; else these may have been destroyed.
void restorePairs(btOverlappingPairCache& cache, btDispatcher& dispatcher, const btDispatcherInfo& info,
                  PairContext& context, const PairsState& state, bool addsMissing);

/// All pairs start anew.
void cleanPairs(btOverlappingPairCache& cache, btDispatcher& dispatcher);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
