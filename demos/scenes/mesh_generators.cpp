#include "demos/scenes/mesh_generators.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ricochet::scenes {
namespace {

/// Not inlined: if two coordinates are rounded side by side, GCC 12 replaces double(float(x)) by x.
[[gnu::noinline]] float rounded(double x) { return static_cast<float>(x); }

btVector3 onAxisCircle(const ProfilePoint& point, double turn) {
    return vertexAt(point.radius * std::cos(kTurn * turn), point.y, -point.radius * std::sin(kTurn * turn));
}

/// The vertices of a revolved outline; a point on the axis has only one.
class Rings {
public:
    Rings(const std::vector<ProfilePoint>& outline, int segments, std::vector<btVector3>& vertices)
        : segments_(segments) {
        for (const ProfilePoint& point : outline) {
            begin_.push_back(static_cast<int>(vertices.size()));
            isPole_.push_back(point.radius == 0);
            const int count = isPole_.back() ? 1 : segments;
            for (int i = 0; i < count; ++i) vertices.push_back(onAxisCircle(point, double(i) / segments));
        }
    }
    bool isPole(std::size_t ring) const { return isPole_[ring]; }
    int vertex(std::size_t ring, int step) const {
        return begin_[ring] + (isPole_[ring] ? 0 : step % segments_);
    }

private:
    int segments_;
    std::vector<int> begin_;
    std::vector<bool> isPole_;
};

struct Direction {
    double x, y, z;
};

Direction directionOf(const btVector3& v) {
    const double x = v.x(), y = v.y(), z = v.z();
    const double length = std::sqrt(x * x + y * y + z * z);
    return {x / length, y / length, z / length};
}

/// A smooth hill or hollow of a lumpy body, in one direction.
struct Bump {
    Direction direction;
    double height;
};

std::vector<Bump> randomBumps(unsigned seed) {
    Random random(seed);
    std::vector<Bump> bumps;
    for (int i = 0; i < 28; ++i) {
        const double y = random.between(-1, 1);
        const double turn = random.between(0, kTurn);
        const double r = std::sqrt(1 - y * y);
        const double height = random.between(0.15, 0.3);
        bumps.push_back({{r * std::cos(turn), y, r * std::sin(turn)}, i % 2 ? -height : height});
    }
    return bumps;
}

double bumpiness(const std::vector<Bump>& bumps, const Direction& d) {
    constexpr double kSharpness = 16;  // of a bump: half its height at 17 degrees from its middle
    double sum = 0;
    for (const auto& [middle, height] : bumps) {
        const double cosine = middle.x * d.x + middle.y * d.y + middle.z * d.z;
        sum += height * std::exp(kSharpness * (cosine - 1));
    }
    return 0.33 * std::tanh(sum / 0.33);
}

btVector3 middleOf(const btVector3& a, const btVector3& b) {
    return vertexAt((double(a.x()) + b.x()) / 2, (double(a.y()) + b.y()) / 2, (double(a.z()) + b.z()) / 2);
}

using Face = std::array<int, 3>;

/// Splits every face into four; new vertices lie in the middle of the edges.
SceneMesh subdivided(const SceneMesh& mesh) {
    SceneMesh fine{mesh.vertices, {}};
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
        const auto [found, isNew] =
            middles.try_emplace(std::minmax(a, b), static_cast<int>(fine.vertices.size()));
        if (isNew) fine.vertices.push_back(middleOf(mesh.vertices[a], mesh.vertices[b]));
        return found->second;
    };
    for (const Face& f : mesh.faces) {
        const int m[3] = {middle(f[0], f[1]), middle(f[1], f[2]), middle(f[2], f[0])};
        fine.faces.push_back({m[0], m[1], m[2]});
        for (int k = 0; k < 3; ++k) fine.faces.push_back({f[k], m[k], m[(k + 2) % 3]});
    }
    return fine;
}

/// Splits every edge into `parts` and every face into parts * parts.
SceneMesh divided(const SceneMesh& mesh, int parts) {
    SceneMesh fine;
    std::map<std::vector<std::pair<int, int>>, int> vertices;  // by (corner, weight), weights above zero
    const auto vertexOf = [&](const Face& f, int second, int third) {
        std::vector<std::pair<int, int>> weights;
        for (const auto& [corner, weight] :
             {std::pair{f[0], parts - second - third}, {f[1], second}, {f[2], third}}) {
            if (weight > 0) weights.push_back({corner, weight});
        }
        std::ranges::sort(weights);
        const auto [found, isNew] = vertices.try_emplace(weights, static_cast<int>(fine.vertices.size()));
        if (isNew) {
            double at[3] = {0, 0, 0};
            for (const auto& [corner, weight] : weights) {
                for (int axis = 0; axis < 3; ++axis) {
                    at[axis] += weight * double(mesh.vertices[corner][axis]) / parts;
                }
            }
            fine.vertices.push_back(vertexAt(at[0], at[1], at[2]));
        }
        return found->second;
    };
    for (const Face& f : mesh.faces) {
        for (int i = 0; i < parts; ++i) {
            for (int j = 0; i + j < parts; ++j) {
                const int a = vertexOf(f, i, j), b = vertexOf(f, i + 1, j), c = vertexOf(f, i, j + 1);
                fine.faces.push_back({a, b, c});
                if (i + j + 1 < parts) fine.faces.push_back({b, vertexOf(f, i + 1, j + 1), c});
            }
        }
    }
    return fine;
}

/// Moves each vertex along its direction from the origin to the distance `radius(direction)`.
template <class Radius>
void inflate(SceneMesh& mesh, Radius&& radius) {
    for (btVector3& v : mesh.vertices) {
        const Direction d = directionOf(v);
        const double r = radius(d);
        v = vertexAt(r * d.x, r * d.y, r * d.z);
    }
}

/// Rotates in the plane of two coordinates, from the first towards the second.
void turn(SceneMesh& mesh, double angle, int from, int to) {
    const double c = std::cos(angle), s = std::sin(angle);
    for (btVector3& v : mesh.vertices) {
        const double x = v[from], y = v[to];
        v[from] = rounded(c * x - s * y);
        v[to] = rounded(s * x + c * y);
    }
}

btScalar yOf(const btVector3& v) { return v.y(); }

}  // namespace

btVector3 vertexAt(double x, double y, double z) { return {rounded(x), rounded(y), rounded(z)}; }

SceneMesh revolved(const std::vector<ProfilePoint>& outline, int segments) {
    SceneMesh mesh;
    const Rings rings(outline, segments, mesh.vertices);
    for (std::size_t p = 0; p < outline.size(); ++p) {
        const std::size_t q = (p + 1) % outline.size();
        for (int i = 0; i < segments; ++i) {
            const int a = rings.vertex(p, i), b = rings.vertex(p, i + 1);
            const int c = rings.vertex(q, i + 1), d = rings.vertex(q, i);
            if (!rings.isPole(p)) mesh.faces.push_back({a, b, c});
            if (!rings.isPole(q)) mesh.faces.push_back({a, c, d});
        }
    }
    return mesh;
}

SceneMesh torus(const TorusSize& size) {
    std::vector<ProfilePoint> circle;
    for (int j = 0; j < size.sides; ++j) {
        const double angle = kTurn * (j + size.phase) / size.sides;
        circle.push_back(
            {size.ringRadius + size.tubeRadius * std::cos(angle), size.tubeRadius * std::sin(angle)});
    }
    return revolved(circle, size.segments);
}

SceneMesh box(double halfX, double halfY, double halfZ) {
    SceneMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        mesh.vertices.push_back(
            vertexAt(corner & 1 ? halfX : -halfX, corner & 2 ? halfY : -halfY, corner & 4 ? halfZ : -halfZ));
    }
    mesh.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                  {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

SceneMesh icosphere(int subdivisions, double radius) {
    // Two rings of five between the poles.
    const double y = 1 / std::sqrt(5.0), r = 2 * y;
    SceneMesh mesh;
    mesh.vertices.push_back(vertexAt(0, 1, 0));
    for (int i = 0; i < 5; ++i) mesh.vertices.push_back(onAxisCircle({r, y}, i / 5.0));
    for (int i = 0; i < 5; ++i) mesh.vertices.push_back(onAxisCircle({r, -y}, (i + 0.5) / 5));
    mesh.vertices.push_back(vertexAt(0, -1, 0));
    for (int i = 0; i < 5; ++i) {
        const int next = (i + 1) % 5;
        const std::array<Face, 4> gore = {{{0, 1 + i, 1 + next},
                                           {1 + i, 6 + i, 1 + next},
                                           {1 + next, 6 + i, 6 + next},
                                           {11, 6 + next, 6 + i}}};
        mesh.faces.insert(mesh.faces.end(), gore.begin(), gore.end());
    }
    for (int s = 0; s < subdivisions; ++s) mesh = subdivided(mesh);
    inflate(mesh, [=](const Direction&) { return radius; });
    return mesh;
}

SceneMesh lumpyBody(unsigned seed) {
    const std::vector<Bump> bumps = randomBumps(seed);
    SceneMesh mesh = icosphere(3, 1);
    inflate(mesh, [&](const Direction& d) { return 0.8 * (1 + bumpiness(bumps, d)); });
    return mesh;
}

SceneMesh scannedBody(unsigned seed) {
    constexpr int kParts = 59;
    constexpr double kNoise = 0.002;  // of the radius: typical of scanned surfaces
    const std::vector<Bump> bumps = randomBumps(seed);
    SceneMesh mesh = divided(icosphere(0, 1), kParts);
    Random random(seed);
    inflate(mesh, [&](const Direction& d) {
        return 0.5 * (1 + bumpiness(bumps, d)) * random.between(1 - kNoise, 1 + kNoise);
    });
    return mesh;
}

SceneMesh bowl(double thickness) {
    constexpr int kRings = 16, kSegments = 64;
    const auto inner = [](double r) { return 3 * (r / 6) * (r / 6); };
    std::vector<ProfilePoint> outline;
    for (int j = 0; j <= kRings; ++j) {
        const double r = 6.0 * j / kRings;
        outline.push_back({r, inner(r) - thickness});
    }
    for (int j = kRings; j >= 0; --j) {
        const double r = 6.0 * j / kRings;
        outline.push_back({r, inner(r)});
    }
    return revolved(outline, kSegments);
}

void append(SceneMesh& mesh, const SceneMesh& other) {
    const int offset = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const Face& f : other.faces) mesh.faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
}

void translate(SceneMesh& mesh, const btVector3& by) {
    for (btVector3& v : mesh.vertices) {
        v = vertexAt(double(v.x()) + by.x(), double(v.y()) + by.y(), double(v.z()) + by.z());
    }
}

void scale(SceneMesh& mesh, double factor) {
    for (btVector3& v : mesh.vertices) v = vertexAt(factor * v.x(), factor * v.y(), factor * v.z());
}

void turnAboutX(SceneMesh& mesh, double angle) { turn(mesh, angle, 1, 2); }
void turnAboutY(SceneMesh& mesh, double angle) { turn(mesh, angle, 2, 0); }

void turnAxes(SceneMesh& mesh, int times) {
    for (btVector3& v : mesh.vertices) {
        for (int t = 0; t < times; ++t) v = btVector3(v.y(), v.z(), v.x());
    }
}

double boundingRadius(const SceneMesh& mesh) {
    double radius = 0;
    for (const btVector3& v : mesh.vertices) radius = std::max(radius, double(v.length()));
    return radius;
}

btScalar topOf(const SceneMesh& mesh) { return yOf(*std::ranges::max_element(mesh.vertices, {}, yOf)); }

btScalar bottomOf(const SceneMesh& mesh) { return yOf(*std::ranges::min_element(mesh.vertices, {}, yOf)); }

}  // namespace ricochet::scenes
