#include "demos/scenes/shape_builder.h"

#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace ricochet::scenes {
namespace {

constexpr double kShapeTurn = 2 * std::numbers::pi;

ShapePoint crossOf(const ShapePoint& a, const ShapePoint& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double dotOf(const ShapePoint& a, const ShapePoint& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

double lengthOf(const ShapePoint& a) { return std::sqrt(dotOf(a, a)); }

ShapePoint unitOf(const ShapePoint& a) { return (1 / lengthOf(a)) * a; }

/// Perpendicular to a direction.
ShapePoint sideOf(const ShapePoint& along) {
    const bool isSteep = std::abs(along.y) > std::abs(along.x);
    return unitOf(crossOf(along, isSteep ? ShapePoint{1, 0, 0} : ShapePoint{0, 1, 0}));
}

}  // namespace

ShapePoint operator+(const ShapePoint& a, const ShapePoint& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

ShapePoint operator-(const ShapePoint& a, const ShapePoint& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

ShapePoint operator*(double factor, const ShapePoint& a) {
    return {factor * a.x, factor * a.y, factor * a.z};
}

ShapePoint onCircle(double turn, double radius, double y) {
    return {radius * std::cos(kShapeTurn * turn), y, radius * std::sin(kShapeTurn * turn)};
}

int ShapeBuilder::addVertex(const ShapePoint& point) {
    points_.push_back(point);
    return static_cast<int>(points_.size()) - 1;
}

void ShapeBuilder::addBand(int along, int around, const Tube& at) {
    const auto first = static_cast<int>(points_.size());
    for (int i = 0; i <= along; ++i) {
        for (int j = 0; j < around; ++j) addVertex(at(double(i) / along, double(j) / around));
    }
    for (int i = 0; i < along; ++i) {
        for (int j = 0; j < around; ++j) {
            const int a = first + i * around + j, b = first + i * around + (j + 1) % around;
            mesh_.faces.push_back({a, b, b + around});
            mesh_.faces.push_back({a, b + around, a + around});
        }
    }
}

void ShapeBuilder::addFan(int firstOfRing, int around, bool isFirst) {
    ShapePoint middle = {0, 0, 0};
    for (int j = 0; j < around; ++j) {
        middle = middle + (1.0 / around) * points_[static_cast<std::size_t>(firstOfRing + j)];
    }
    const int centre = addVertex(middle);
    for (int j = 0; j < around; ++j) {
        const int a = firstOfRing + j, b = firstOfRing + (j + 1) % around;
        mesh_.faces.push_back(isFirst ? std::array{centre, b, a} : std::array{centre, a, b});
    }
}

void ShapeBuilder::addClosedBand(int along, int around, const Tube& at) {
    const auto first = static_cast<int>(points_.size());
    const std::size_t firstFace = mesh_.faces.size();
    addBand(along, around, at);
    addFan(first, around, /*isFirst*/ true);
    addFan(first + along * around, around, /*isFirst*/ false);
    turnOutwards(firstFace);
}

void ShapeBuilder::addClosedRing(int along, int around, const Tube& at) {
    const auto first = static_cast<int>(points_.size());
    const std::size_t firstFace = mesh_.faces.size();
    for (int i = 0; i < along; ++i) {
        for (int j = 0; j < around; ++j) addVertex(at(double(i) / along, double(j) / around));
    }
    const auto vertex = [&](int i, int j) { return first + i % along * around + j % around; };
    for (int i = 0; i < along; ++i) {
        for (int j = 0; j < around; ++j) {
            mesh_.faces.push_back({vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1)});
            mesh_.faces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i + 1, j)});
        }
    }
    turnOutwards(firstFace);
}

void ShapeBuilder::turnOutwards(std::size_t firstFace) {
    const auto point = [&](int vertex) { return points_[static_cast<std::size_t>(vertex)]; };
    double volume = 0;
    for (std::size_t i = firstFace; i < mesh_.faces.size(); ++i) {
        const auto& [a, b, c] = mesh_.faces[i];
        volume += dotOf(point(a), crossOf(point(b), point(c)));
    }
    if (volume > 0) return;
    for (std::size_t i = firstFace; i < mesh_.faces.size(); ++i) {
        std::swap(mesh_.faces[i][1], mesh_.faces[i][2]);
    }
}

void ShapeBuilder::addEllipsoid(const ShapePoint& centre, const ShapePoint& radii, int along, int around) {
    addClosedBand(along, around, [&](double fraction, double turn) -> ShapePoint {
        const double polar = kShapeTurn / 2 * (1 + fraction * along) / (along + 2), angle = kShapeTurn * turn;
        return centre + ShapePoint{radii.x * std::sin(polar) * std::cos(angle), radii.y * std::cos(polar),
                                   radii.z * std::sin(polar) * std::sin(angle)};
    });
}

void ShapeBuilder::addLimb(const ShapePoint& from, const ShapePoint& knee, const ShapePoint& to,
                           double radiusFrom, double radiusTo, int along, int around) {
    // The plane of the curve gives every ring its second axis; a straight limb takes any.
    const ShapePoint normal = crossOf(knee - from, to - from);
    const ShapePoint across = lengthOf(normal) > 1e-12 ? unitOf(normal) : sideOf(to - from);
    addClosedBand(along, around, [&](double fraction, double turn) -> ShapePoint {
        const ShapePoint below = from + fraction * (knee - from), above = knee + fraction * (to - knee);
        const ShapePoint side = unitOf(crossOf(above - below, across));
        const double radius = radiusFrom + fraction * (radiusTo - radiusFrom), angle = kShapeTurn * turn;
        return below + fraction * (above - below) +
               radius * (std::cos(angle) * side + std::sin(angle) * across);
    });
}

void ShapeBuilder::addLeaf(const ShapePoint& corner, const ShapePoint& sideU, const ShapePoint& sideV) {
    for (const auto& [second, third] : {std::pair(corner + sideU, corner + sideU + sideV),
                                        std::pair(corner + sideU + sideV, corner + sideV)}) {
        const int a = addVertex(corner), b = addVertex(second), c = addVertex(third);
        mesh_.faces.push_back({a, b, c});
    }
}

void ShapeBuilder::addClosedLeaf(const ShapePoint& corner, const ShapePoint& sideU, const ShapePoint& sideV) {
    constexpr double kKeel = 0.15;  // of the product of the sides over their mean length
    const ShapePoint middle = corner + 0.5 * (sideU + sideV);
    const ShapePoint depth = (-2 * kKeel / (lengthOf(sideU) + lengthOf(sideV))) * crossOf(sideU, sideV);
    const int a = addVertex(corner), b = addVertex(corner + sideU), c = addVertex(corner + sideV),
              d = addVertex(middle + depth);
    for (const auto& face :
         {std::array{a, b, c}, std::array{b, a, d}, std::array{c, b, d}, std::array{a, c, d}}) {
        mesh_.faces.push_back(face);
    }
}

SceneMesh ShapeBuilder::take() {
    for (const ShapePoint& p : points_) mesh_.vertices.push_back(vertexAt(p.x, p.y, p.z));
    points_.clear();
    return std::exchange(mesh_, {});
}

}  // namespace ricochet::scenes
