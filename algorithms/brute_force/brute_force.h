#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"

namespace ricochet {

struct BruteForceSettings {
    bool boxPretest = true;  ///< test two faces only if their boxes overlap; false: test every pair
};

/// Every face of A against every face of B: the oracle of all other narrow phases, and one itself.
/// With `queryDistance` it tests distances exactly: no pair is farther than that, up to rounding.
class BruteForce final : public NarrowPhase {
public:
    explicit BruteForce(BruteForceSettings settings = {},
                        std::shared_ptr<const Executor> executor = makeSerialExecutor())
        : settings_(settings), executor_(std::move(executor)) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;

private:
    BruteForceSettings settings_;
    std::shared_ptr<const Executor> executor_;
};

}  // namespace ricochet
