#include "demos/scenes/complex_solids_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <functional>

namespace ricochet::scenes {
namespace {

using Vec = std::array<double, 3>;

Vec unit(const Vec& v) {
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return {v[0] / length, v[1] / length, v[2] / length};
}

Vec cross(const Vec& a, const Vec& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Rings of `around` corners along a path, closed by fans at both ends: 2 * around * (along + 1) triangles.
SceneMesh closedTube(int along, int around, const std::function<Vec(double fraction, double angle)>& at) {
    SceneMesh mesh;
    for (int j = 0; j <= along; ++j) {
        for (int i = 0; i < around; ++i) {
            const Vec v = at(static_cast<double>(j) / along, 2 * kPi * i / around);
            mesh.vertices.push_back(vertexAt(v[0], v[1], v[2]));
        }
    }
    for (const int ring : {0, along}) {
        btVector3 sum(0, 0, 0);
        for (int i = 0; i < around; ++i) sum += mesh.vertices[static_cast<std::size_t>(ring * around + i)];
        sum /= btScalar(around);
        mesh.vertices.push_back(vertexAt(double(sum.x()), double(sum.y()), double(sum.z())));
    }
    const int first = (along + 1) * around, last = first + 1;
    for (int i = 0; i < around; ++i) {
        const int next = (i + 1) % around;
        for (int j = 0; j < along; ++j) {
            const int here = j * around, there = here + around;
            mesh.faces.push_back({here + i, here + next, there + i});
            mesh.faces.push_back({here + next, there + next, there + i});
        }
        mesh.faces.push_back({first, next, i});
        mesh.faces.push_back({last, along * around + i, along * around + next});
    }
    return mesh;
}

Vec onTrefoil(double s) {
    return {(std::sin(s) + 2 * std::sin(2 * s)) / 3, (std::cos(s) - 2 * std::cos(2 * s)) / 3,
            -std::sin(3 * s) / 3};
}

}  // namespace

SceneMesh ellipsoid(int faces, const btVector3& radii) {
    const int across = static_cast<int>(std::sqrt(faces / 2.0));
    return closedTube(across - 1, across, [&](double fraction, double angle) {
        const double polar = kPi * (0.01 + 0.98 * fraction), r = std::sin(polar);
        return Vec{double(radii.x()) * r * std::cos(angle), double(radii.y()) * std::cos(polar),
                   double(radii.z()) * r * std::sin(angle)};
    });
}

SceneMesh trefoilTube(int faces) {
    constexpr double kTube = 0.2;  // metres: its radius
    const int across = static_cast<int>(std::sqrt(faces / 16.0));
    // Around against the path's direction, so that faces are counter-clockwise seen from outside.
    return closedTube(8 * across, across, [](double fraction, double angle) {
        const double t = 2 * kPi * 0.98 * fraction;
        const Vec at = onTrefoil(t), before = onTrefoil(t - 1e-4), behind = onTrefoil(t + 1e-4);
        const Vec tangent = unit({behind[0] - before[0], behind[1] - before[1], behind[2] - before[2]});
        const Vec side = unit(cross(tangent, {0, 0, 1})), up = cross(side, tangent);
        Vec v;
        for (std::size_t k = 0; k < 3; ++k) {
            v[k] = at[k] + kTube * (std::cos(angle) * side[k] - std::sin(angle) * up[k]);
        }
        return v;
    });
}

}  // namespace ricochet::scenes
