#pragma once

#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <utility>
#include <vector>

namespace ricochet::test {

/// What is placed against what, and how far apart so that about half of the poses collide.
struct Case {
    const char* name;
    SharedMesh a, b;
    Real spread;  ///< metres
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

/// Both turned at random; B is up to `spread` from A.
inline std::pair<Pose, Pose> randomPoses(Random& random, Real spread, Real distance = 1) {
    const Pose a = randomPlacement(random, distance);
    Pose b = randomPlacement(random, spread);
    b.translation += a.translation;
    return {a, b};
}

}  // namespace ricochet::test
