#pragma once

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <utility>
#include <vector>

namespace ricochet::test {

/// Two meshes for the wide tree and for its oracle.
class BothTrees {
public:
    BothTrees(const SharedMesh& a, const SharedMesh& b) : brute_(oracle_, a, b), wide_(tree_, a, b) {}

    FacePairs truth(const Pose& poseA, const Pose& poseB, Real within = 0) const {
        return sortedPairs(oracle_, {brute_.a.get(), poseA}, {brute_.b.get(), poseB}, within);
    }
    FacePairs pairs(const Pose& poseA, const Pose& poseB, Real within = 0) const {
        return sortedPairs(tree_, {wide_.a.get(), poseA}, {wide_.b.get(), poseB}, within);
    }

private:
    BruteForce oracle_;
    WideTree tree_;
    BuiltPair brute_, wide_;
};

/// What is placed against what, and how far apart so that about half of the poses collide.
struct Case {
    const char* name;
    SharedMesh a, b;
    Real reach;  ///< metres
};

inline std::vector<Case> cases() {
    Random random(41);
    return {
        {"torus and torus", torusMesh(1, 0.4, 24, 12), torusMesh(1, 0.4, 24, 12), 3.6},
        {"knot and sphere", knotMesh(60, 6), sphereMesh(12, 6, 0.5), 2.8},
        {"soup and soup", soupMesh(random, 200), soupMesh(random, 150), 2},
        {"soup and torus", soupMesh(random, 300, 0.1), torusMesh(0.5, 0.2, 16, 8), 2},
        {"small in large", sphereMesh(32, 16), sphereMesh(8, 5, 0.5), 2.2},
        {"fine on coarse", gridBoxMesh({2, 2, 2}), sphereMesh(24, 12, 0.7), 3.2},
        {"wide and thin", gridBoxMesh({3, 1, 0.01}, 6), gridBoxMesh({0.01, 2, 0.5}, 6), 2},
    };
}

/// Both turned at random; B is up to `reach` from A.
inline std::pair<Pose, Pose> randomPoses(Random& random, Real reach, Real distance = 1) {
    const Pose a = randomPlacement(random, distance);
    Pose b = randomPlacement(random, reach);
    b.translation += a.translation;
    return {a, b};
}

}  // namespace ricochet::test
