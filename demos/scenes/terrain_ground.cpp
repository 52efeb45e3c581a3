#include "demos/scenes/terrain_ground.h"

#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr double kSlab = 1;  // metres: of a slab below its lowest sample

double hills(double x, double z) {
    return 0.8 * std::sin(0.2 * x) * std::cos(0.16 * z) + 0.05 * std::sin(1.3 * x + 0.7 * z);
}

int samplesFor(int triangles) {
    return std::max(9, static_cast<int>(std::lround(std::sqrt(triangles / 2.0))) + 1);
}

/// The columns of a slab: two vertices each, the upper one first.
class Slab {
public:
    explicit Slab(int columns) : columns_(columns) {}

    void add(double x, double top, double bottom, double z) {
        mesh_.vertices.push_back(vertexAt(x, top, z));
        mesh_.vertices.push_back(vertexAt(x, bottom, z));
    }
    SceneMesh close() && {
        const int last = columns_ - 1;
        for (int k = 0; k < last; ++k) {
            for (int i = 0; i < last; ++i) {
                addQuad(top(i, k + 1), top(i + 1, k + 1), top(i + 1, k), top(i, k));  // cut as Bullet does
                addQuad(top(i, k) + 1, top(i + 1, k) + 1, top(i + 1, k + 1) + 1, top(i, k + 1) + 1);
            }
        }
        for (int i = 0; i < last; ++i) {
            addWall(top(i + 1, 0), top(i, 0));
            addWall(top(i, last), top(i + 1, last));
            addWall(top(0, i), top(0, i + 1));
            addWall(top(last, i + 1), top(last, i));
        }
        return std::move(mesh_);
    }

private:
    int top(int i, int k) const { return 2 * (k * columns_ + i); }
    void addWall(int from, int to) { addQuad(from, from + 1, to + 1, to); }
    void addQuad(int a, int b, int c, int d) {
        mesh_.faces.push_back({a, b, c});
        mesh_.faces.push_back({a, c, d});
    }

    const int columns_;  // along each side
    SceneMesh mesh_;
};

HeightField sampled(int samples) {
    HeightField field = {.heights = {}, .spacing = TerrainGround::kSpacing, .most = TerrainGround::kMost};
    std::vector<float>& heights = field.heights;
    heights.reserve(std::size_t(samples) * std::size_t(samples));
    const double half = TerrainGround::kSpacing / 2 * (samples - 1);
    for (int k = 0; k < samples; ++k) {
        for (int i = 0; i < samples; ++i) {
            heights.push_back(static_cast<float>(
                hills(TerrainGround::kSpacing * i - half, TerrainGround::kSpacing * k - half)));
        }
    }
    return field;
}

}  // namespace

TerrainGround::TerrainGround(int triangles) : TerrainGround(sampled(samplesFor(triangles))) {}

TerrainGround::TerrainGround(HeightField field)
    : field_(std::move(field)),
      samples_(static_cast<int>(std::lround(std::sqrt(double(field_.heights.size()))))),
      shape_(samples_, samples_, field_.heights.data(), btScalar(-field_.most), btScalar(field_.most), 1,
             false) {
    shape_.setLocalScaling(btVector3(btScalar(field_.spacing), 1, btScalar(field_.spacing)));
}

int TerrainGround::index(double along) const {
    return std::clamp(static_cast<int>(std::lround((along + half()) / field_.spacing)), 0, samples_ - 1);
}

TerrainGround::Box TerrainGround::dig(double x, double z, double radius, double depth) {
    for (int k = index(z - radius); k <= index(z + radius); ++k) {
        for (int i = index(x - radius); i <= index(x + radius); ++i) {
            const double far = std::hypot(along(i) - x, along(k) - z) / radius;
            if (far >= 1) continue;
            const double share = 0.5 + 0.5 * std::cos(std::numbers::pi * far);
            at(i, k) = static_cast<float>(std::max(-field_.most, at(i, k) - depth * share));
        }
    }
    return {vertexAt(x - radius, -field_.most, z - radius), vertexAt(x + radius, field_.most, z + radius)};
}

SceneMesh TerrainGround::slabAbout(double x, double z, double halfWidth) const {
    const int columns = std::min(samples_, static_cast<int>(2 * halfWidth / field_.spacing) + 1);
    const auto firstOf = [&](double middle) {
        return std::clamp(index(middle - halfWidth), 0, samples_ - columns);
    };
    const int firstX = firstOf(x), firstZ = firstOf(z);
    float lowest = at(firstX, firstZ);
    for (int k = 0; k < columns; ++k) {
        for (int i = 0; i < columns; ++i) lowest = std::min(lowest, at(firstX + i, firstZ + k));
    }
    Slab slab(columns);
    for (int k = firstZ; k < firstZ + columns; ++k) {
        for (int i = firstX; i < firstX + columns; ++i) {
            slab.add(along(i), at(i, k), lowest - kSlab, along(k));
        }
    }
    return std::move(slab).close();
}

}  // namespace ricochet::scenes
