#pragma once

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/collision_cases.h"

namespace ricochet::test {

/// Two meshes for a narrow phase and for its oracle.
template <class Tree>
class AgainstBruteForce {
public:
    AgainstBruteForce(const SharedMesh& a, const SharedMesh& b)
        : brute_(oracle_, a, b), built_(tree_, a, b) {}

    FacePairs truth(const Pose& poseA, const Pose& poseB, Real within = 0) const {
        return sortedPairs(oracle_, {brute_.a.get(), poseA}, {brute_.b.get(), poseB}, within);
    }
    FacePairs pairs(const Pose& poseA, const Pose& poseB, Real within = 0) const {
        return sortedPairs(tree_, {built_.a.get(), poseA}, {built_.b.get(), poseB}, within);
    }

private:
    BruteForce oracle_;
    Tree tree_;
    BuiltPair brute_, built_;
};

}  // namespace ricochet::test
