#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "tests/support/random_geometry.h"

#include <memory>

namespace ricochet::test {

/// Any rotation; the translation has a random direction and a length up to `distance`.
Pose randomPlacement(Random& random, Real distance);

/// What a narrow phase answers, sorted. Uses a fresh PairMemory.
FacePairs sortedPairs(const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b,
                      Real queryDistance = 0);

/// Two meshes that a narrow phase has built models for.
struct BuiltPair {
    std::shared_ptr<const CollisionModel> a, b;

    BuiltPair(const NarrowPhase& narrowPhase, std::shared_ptr<const Mesh> meshA,
              std::shared_ptr<const Mesh> meshB)
        : a(narrowPhase.build(std::move(meshA))), b(narrowPhase.build(std::move(meshB))) {}
};

}  // namespace ricochet::test
