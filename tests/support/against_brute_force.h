#pragma once

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/collision_cases.h"

namespace ricochet::test {

/// Two meshes for a narrow phase, which the caller keeps alive, and for its oracle.
class AgainstBruteForce {
public:
    AgainstBruteForce(const NarrowPhase& tested, const SharedMesh& a, const SharedMesh& b)
        : tested_(tested), brute_(oracle_, a, b), built_(tested, a, b) {}

    FacePairs truth(const Pose& poseA, const Pose& poseB, Real queryDistance = 0) const {
        return sortedPairs(oracle_, {brute_.a.get(), poseA}, {brute_.b.get(), poseB}, queryDistance);
    }
    FacePairs pairs(const Pose& poseA, const Pose& poseB, Real queryDistance = 0) const {
        return sortedPairs(tested_, {built_.a.get(), poseA}, {built_.b.get(), poseB}, queryDistance);
    }

private:
    const NarrowPhase& tested_;
    BruteForce oracle_;
    BuiltPair brute_, built_;
};

}  // namespace ricochet::test
