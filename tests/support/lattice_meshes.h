#pragma once

#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <cmath>
#include <numbers>

namespace ricochet::test {

/// Triangles with corners on a small lattice, so that they often share corners, edges and planes;
/// every corner is then moved by nothing, or by 1e-9 to 1e-2. Some are needles, some have no area.
inline SharedMesh latticeMesh(Random& random, Index count) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    const Real size = std::pow(10, uniform(random, -3, 1));
    for (Index f = 0; f < count; ++f) {
        Triangle t = randomLatticeTriangle(random, 3);
        if (f % 7 == 0) t[2] = t[1] + 1e-4 * (t[1] - t[0]) + Vec3::Constant(1e-7);
        for (Vec3& corner : t) {
            const Real distance = random() % 2 == 0 ? 0 : std::pow(10, uniform(random, -9, -2));
            vertices.push_back(size * (corner + randomPoint(random, distance)));
        }
        faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

/// Turns by quarters as often as not, so that planes stay planes; moved by whole lattice steps or hardly.
inline Pose latticePose(Random& random, Real size) {
    static constexpr std::array<Real, 3> kOffsets = {0, 100, 1e4};
    Pose pose;
    if (random() % 2 == 0) pose.rotation = randomRotation(random);
    if (random() % 2 == 0) pose.rotation = pose.rotation.cast<float>().cast<Real>().eval();
    pose.translation = size * randomLatticePoint(random, 2) + Vec3::Constant(kOffsets[random() % 3]);
    return pose;
}

/// Turns B about a lattice point, so that much of it stays where it was.
inline Pose turnedBy(const Pose& a, Random& random) {
    Pose b = a;
    const Matrix3 quarter =
        Eigen::AngleAxis<Real>(std::numbers::pi / 2, Vec3::Unit(random() % 3)).toRotationMatrix();
    if (random() % 2 == 0) b.rotation = a.rotation * quarter;
    const Real nudge = random() % 3 == 0 ? 0 : std::pow(10, uniform(random, -12, -3));
    b.translation += randomPoint(random, nudge);
    return b;
}

}  // namespace ricochet::test
