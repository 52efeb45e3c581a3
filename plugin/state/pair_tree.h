#pragma once

#include "plugin/pairs/pair_algorithm.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What an algorithm keeps from step to step: Bullet's for compounds have one for each child, or pair of
/// children.
struct AlgorithmState {
    int childA = -1, childB = -1;  ///< numbers of children; -1: all of the shape
    std::optional<ContactPair::State> ours;
    std::vector<btPersistentManifold> manifolds;  ///< of Bullet's algorithms without children
    std::vector<AlgorithmState> children;
    std::vector<int> numbers;  ///< of the manifolds, ours too, in the dispatcher
};

/// The state of a world while it is being restored.
struct Restoration {
    btDispatcher& dispatcher;
    const btDispatcherInfo& info;
    std::vector<std::pair<int, btPersistentManifold*>>
        manifolds;  ///< with their numbers when they were saved
    Neighbours::Renamed names;
};

AlgorithmState saveAlgorithm(btCollisionAlgorithm& algorithm);
/// Makes an algorithm for two objects, which belongs to their pair.
btCollisionAlgorithm* restoreAlgorithm(const AlgorithmState& state, btCollisionObject& object0,
                                       btCollisionObject& object1, Restoration& restoration);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
