#pragma once

#include "algorithms/stencil/view.h"
#include "tests/support/collision_cases.h"

#include <cstdlib>

namespace ricochet::test {

/// `count` flat boxes, one above the other.
inline SharedMesh platesMesh(int count) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (int plate = 0; plate < count; ++plate) {
        const Real z = 2.0 * plate / count - 1;
        const SharedMesh box = boxMesh({-1, -1, z}, {1, 1, z + 0.8 / count});
        const Index first = static_cast<Index>(vertices.size());
        vertices.insert(vertices.end(), box->vertices().begin(), box->vertices().end());
        for (const Face& f : box->faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

/// Four kinds of scene, from simple to complex.
inline std::vector<Case> stencilScenes() {
    return {
        {"convex and convex", sphereMesh(32, 16), gridBoxMesh({1.2, 0.8, 1}, 3), 3},
        {"convex and concave", sphereMesh(24, 12, 0.6), torusMesh(1, 0.4, 24, 12), 3},
        {"concave and concave", torusMesh(1, 0.4, 24, 12), knotMesh(60, 6), 5},
        {"plates and knot", platesMesh(6), knotMesh(60, 6), 5},
    };
}

/// A view along a random direction of all of two spheres of radius `radius` about the origins of two poses.
inline stencil::View randomView(Random& random, const Pose& a, const Pose& b, Real radius, int pixels) {
    stencil::View view;
    view.axes = randomRotation(random);
    const Vec3 alongA = view.axes * a.translation, alongB = view.axes * b.translation;
    view.min = alongA.cwiseMin(alongB) - Vec3::Constant(radius);
    view.size = alongA.cwiseMax(alongB) + Vec3::Constant(radius) - view.min;
    view.pixels = pixels;
    return view;
}

/// How many poses of each kind of scene: RICOCHET_STENCIL_POSES, or `usual`.
inline int stencilPoses(int usual) {
    const char* const asked = std::getenv("RICOCHET_STENCIL_POSES");
    return asked ? std::atoi(asked) : usual;
}

}  // namespace ricochet::test
