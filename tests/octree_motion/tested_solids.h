#pragma once

#include "tests/support/surfaces.h"

namespace ricochet::octree_motion {

struct TestedSolid {
    const char* name;
    SharedMesh mesh;
};

/// Closed: with a hole, knotted, round, wide and thin.
inline std::vector<TestedSolid> testedSolids() {
    return {{"torus", torusMesh(1, 0.35, 24, 12)},
            {"knot", test::knotMesh(60, 6, 0.3)},
            {"sphere", test::sphereMesh(12, 6)},
            {"plate", test::gridBoxMesh({1.9, 0.8, 0.37})}};
}

}  // namespace ricochet::octree_motion
