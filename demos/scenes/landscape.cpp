#include "demos/scenes/landscape.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/random.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ricochet::scenes {
namespace {

/// The slab has a grid of n x n quads on top, k x l below, and walls between their outlines:
/// 2 n n + 2 k l + 4 n + 2 (k + l) = 98,000 faces.
constexpr int kTop = 220, kBaseX = 6, kBaseZ = 22;
static_assert(2 * kTop * kTop + 2 * kBaseX * kBaseZ + 4 * kTop + 2 * (kBaseX + kBaseZ) == 98000);

/// A round dimple (height below 0) or a pointed tooth.
struct Feature {
    double x, z, radius, height;
};

std::vector<Feature> scatterFeatures() {
    constexpr double kSpacing = 1.2, kStalagmiteFoot = 1.1;
    constexpr int kAcross = 5;
    Random random(5);
    std::vector<Feature> features;
    // Dimples on a square lattice with teeth between them, both slightly displaced.
    for (int i = -kAcross; i < kAcross; ++i) {
        for (int j = -kAcross; j < kAcross; ++j) {
            const double x = (i + 0.5) * kSpacing + random.between(-0.12, 0.12);
            const double z = (j + 0.5) * kSpacing + random.between(-0.12, 0.12);
            const double depth = random.between(0.22, 0.36), height = random.between(0.45, 0.95);
            features.push_back({x, z, random.between(0.46, 0.58), -depth});
            const Feature tooth = {x + kSpacing / 2, z + kSpacing / 2, random.between(0.34, 0.46), height};
            if (std::hypot(tooth.x, tooth.z) > kStalagmiteFoot) features.push_back(tooth);
        }
    }
    return features;
}

double heightOf(const Feature& f, double x, double z) {
    const double dx = (x - f.x) / f.radius, dz = (z - f.z) / f.radius;
    if (dx * dx + dz * dz >= 1) return 0;
    const double d = std::sqrt(dx * dx + dz * dz);
    const double roundBowl = (1 - d * d) * (1 - d * d), flaredSpike = (1 - d) * (1 - d);
    return f.height * (f.height < 0 ? roundBowl : flaredSpike);
}

/// A flared cone with flutes, rounded at the apex.
double stalagmite(double x, double z) {
    constexpr double kWidth = 0.38, kApexRounding = 0.1;
    const double flutes = 1 + 0.07 * std::cos(7 * std::atan2(z, x));
    const double d = std::sqrt(x * x + z * z + kApexRounding * kApexRounding) - kApexRounding;
    return kStalagmiteHeight * std::exp(-d * flutes / kWidth);
}

/// 1 inside, falling smoothly to 0 at the outline, which is flat so that the walls are too.
double fade(double x, double z) {
    const double inside = kLandscapeHalf - std::max(std::abs(x), std::abs(z));
    const double s = std::clamp(inside / 0.6, 0.0, 1.0);
    return s * s * (3 - 2 * s);
}

double landscapeHeight(const std::vector<Feature>& features, double x, double z) {
    double y = 0.12 * std::sin(0.9 * x + 0.4) * std::cos(0.8 * z) + stalagmite(x, z);
    for (const Feature& f : features) y += heightOf(f, x, z);
    return fade(x, z) * y;
}

/// Grid line i of n, from -1 to 1, closer together in the middle where the stalagmite is steep.
double gridLine(int i, int n) {
    const double s = 2.0 * i / n - 1;
    return 0.7 * s + 0.3 * s * s * s;
}

/// A grid of vertices at(i, j), x by i and z by j, and quads seen from above.
template <class At>
SceneMesh grid(int n, int m, At&& at) {
    SceneMesh mesh;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= m; ++j) mesh.vertices.push_back(at(i, j));
    }
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            const int a = i * (m + 1) + j, b = a + 1, c = b + m + 1, d = a + m + 1;
            mesh.faces.push_back({a, b, c});
            mesh.faces.push_back({a, c, d});
        }
    }
    return mesh;
}

/// A vertex of a grid's outline, and its position along the outline: 0 to 4, one unit per side.
struct OutlineVertex {
    int vertex;
    double along;
};

/// The outline of a grid, counter-clockwise seen from above; the first vertex is repeated at the end.
std::vector<OutlineVertex> gridOutline(int n, int m) {
    const auto vertex = [m](int i, int j) { return i * (m + 1) + j; };
    std::vector<OutlineVertex> outline;
    for (int j = 0; j < m; ++j) outline.push_back({vertex(0, j), double(j) / m});
    for (int i = 0; i < n; ++i) outline.push_back({vertex(i, m), 1 + double(i) / n});
    for (int j = 0; j < m; ++j) outline.push_back({vertex(n, m - j), 2 + double(j) / m});
    for (int i = 0; i < n; ++i) outline.push_back({vertex(n - i, 0), 3 + double(i) / n});
    outline.push_back({outline.front().vertex, 4});
    return outline;
}

/// Closes the gap between an upper and a lower outline, always taking the nearer next vertex of the two.
void addWalls(SceneMesh& mesh, const std::vector<OutlineVertex>& upper,
              const std::vector<OutlineVertex>& lower) {
    std::size_t u = 0, l = 0;
    while (u + 1 < upper.size() || l + 1 < lower.size()) {
        const bool upperIsNext =
            l + 1 == lower.size() || (u + 1 < upper.size() && upper[u + 1].along <= lower[l + 1].along);
        if (upperIsNext) {
            mesh.faces.push_back({upper[u].vertex, lower[l].vertex, upper[u + 1].vertex});
            ++u;
        } else {
            mesh.faces.push_back({upper[u].vertex, lower[l].vertex, lower[l + 1].vertex});
            ++l;
        }
    }
}

SceneMesh upsideDown(SceneMesh mesh) {
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
    return mesh;
}

}  // namespace

SceneMesh landscapeMesh() {
    const std::vector<Feature> features = scatterFeatures();
    SceneMesh mesh = grid(kTop, kTop, [&](int i, int j) {
        const double x = kLandscapeHalf * gridLine(i, kTop), z = kLandscapeHalf * gridLine(j, kTop);
        return vertexAt(x, landscapeHeight(features, x, z), z);
    });
    const int topVertices = static_cast<int>(mesh.vertices.size());
    append(mesh, upsideDown(grid(kBaseX, kBaseZ, [](int i, int j) {
               return vertexAt(kLandscapeHalf * (2.0 * i / kBaseX - 1), kLandscapeBase,
                               kLandscapeHalf * (2.0 * j / kBaseZ - 1));
           })));
    std::vector<OutlineVertex> lower = gridOutline(kBaseX, kBaseZ);
    for (OutlineVertex& b : lower) b.vertex += topVertices;
    addWalls(mesh, gridOutline(kTop, kTop), lower);
    return mesh;
}

SceneMesh wrinkledTorus() {
    constexpr TorusSize kSize{
        .segments = 250, .sides = 40, .ringRadius = 1.75, .tubeRadius = 0.42, .phase = 0};
    static_assert(2 * kSize.segments * kSize.sides == 20000);
    SceneMesh mesh = torus(kSize);
    for (int j = 0; j < kSize.sides; ++j) {
        for (int i = 0; i < kSize.segments; ++i) {
            const double u = kTurn * i / kSize.segments, v = kTurn * j / kSize.sides;
            // Three ribs wind round the tube; fine wrinkles run across it.
            const double twist = 0.16 * std::cos(3 * v + 4 * u);
            const double wrinkles = 0.045 * std::cos(34 * u + 2 * std::sin(v)) * (1 + 0.5 * std::cos(5 * u));
            const double tube = kSize.tubeRadius * (1 + twist + wrinkles);
            const double radius = kSize.ringRadius + tube * std::cos(v);
            mesh.vertices[j * kSize.segments + i] =
                vertexAt(radius * std::cos(u), tube * std::sin(v), -radius * std::sin(u));
        }
    }
    return mesh;
}

}  // namespace ricochet::scenes
