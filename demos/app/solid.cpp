// Point in polyhedron by the parity of ray crossings; distance by branch and bound over a box tree.

#include "demos/app/solid.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace ricochet::app {
namespace {

constexpr Index kFacesPerLeaf = 4;

// Directions without any symmetry, so that no mesh has many edges along them.
const std::array<Vec3, 3> kRays = {Vec3(0.8016, 0.5345, 0.2677), Vec3(-0.3511, 0.8193, 0.4533),
                                   Vec3(0.1831, -0.4307, -0.8837)};

// Möller, Trumbore. Fast, Minimum Storage Ray-Triangle Intersection. 1997.
bool rayHits(const Vec3& origin, const Vec3& direction, const Triangle& t) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0];
    const Vec3 p = direction.cross(v);
    const Real determinant = u.dot(p);
    if (determinant == 0) return false;  // the ray lies in the plane, or the face is degenerate
    const Vec3 s = (origin - t[0]) / determinant;
    const Vec3 q = s.cross(u);
    const Real a = s.dot(p), b = direction.dot(q);
    return a >= 0 && b >= 0 && a + b <= 1 && v.dot(q) > 0;
}

bool rayMeets(const Vec3& origin, const Vec3& direction, const Aabb& box) {
    const Vec3 toMin = (box.min - origin).cwiseQuotient(direction);
    const Vec3 toMax = (box.max - origin).cwiseQuotient(direction);
    const Real enters = toMin.cwiseMin(toMax).maxCoeff();
    const Real leaves = toMin.cwiseMax(toMax).minCoeff();
    return leaves >= 0 && enters <= leaves;
}

Real distanceSquared(const Vec3& point, const Aabb& box) {
    const Vec3 outside = (box.min - point).cwiseMax(point - box.max).cwiseMax(0.0);
    return outside.squaredNorm();
}

Real distanceSquared(const Vec3& point, const Vec3& begin, const Vec3& end) {
    const Vec3 along = end - begin;
    const Real length2 = along.squaredNorm();
    const Real t = length2 > 0 ? std::clamp((point - begin).dot(along) / length2, 0.0, 1.0) : 0.0;
    return (begin + t * along - point).squaredNorm();
}

/// Distance to the plane if the point is above the face, else to the nearest of the three edges.
Real distanceSquared(const Vec3& point, const Triangle& t) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    bool isAbove = normal.squaredNorm() > 0;
    Real nearest = std::numeric_limits<Real>::infinity();
    for (int k = 0; k < 3; ++k) {
        const Vec3 &begin = t[k], &end = t[(k + 1) % 3];
        isAbove = isAbove && normal.dot((end - begin).cross(point - begin)) >= 0;
        nearest = std::min(nearest, distanceSquared(point, begin, end));
    }
    if (!isAbove) return nearest;
    const Real height = normal.dot(point - t[0]);
    return std::min(nearest, height * height / normal.squaredNorm());
}

}  // namespace

Solid::Solid(const Mesh& mesh) {
    weld(mesh);
    buildTree();
    listEdges();
}

void Solid::weld(const Mesh& mesh) {
    std::map<std::tuple<Real, Real, Real>, Index> indexOf;
    std::vector<Index> welded;
    for (const Vec3& v : mesh.vertices()) {
        const auto [entry, isNew] =
            indexOf.try_emplace({v.x(), v.y(), v.z()}, static_cast<Index>(vertices_.size()));
        if (isNew) vertices_.push_back(v);
        welded.push_back(entry->second);
    }
    for (const Face& f : mesh.faces()) faces_.push_back({welded[f[0]], welded[f[1]], welded[f[2]]});
}

void Solid::buildTree() {
    std::vector<Index> order(faces_.size());
    std::iota(order.begin(), order.end(), 0);
    nodes_.resize(1);
    split(0, 0, static_cast<Index>(order.size()), order);
    std::vector<Face> sorted;
    for (Index face : order) sorted.push_back(faces_[face]);
    faces_ = std::move(sorted);
    for (Index f = 0; f < faces_.size(); ++f) faceBoxes_.push_back(boxOf(triangle(f)));
}

/// Halves the faces at the median of their centres along the longest side.
void Solid::split(Index node, Index begin, Index end, std::vector<Index>& order) {
    Aabb box;
    for (Index i = begin; i < end; ++i) {
        for (const Vec3& corner : triangle(order[i])) box.include(corner);
    }
    nodes_[node] = {box, begin, end - begin};
    if (end - begin <= kFacesPerLeaf) return;

    int axis;
    box.size().maxCoeff(&axis);
    const auto centre = [&](Index face) {
        const Triangle t = triangle(face);
        return t[0][axis] + t[1][axis] + t[2][axis];
    };
    const Index middle = begin + (end - begin) / 2;
    std::nth_element(order.begin() + begin, order.begin() + middle, order.begin() + end,
                     [&](Index f, Index g) { return centre(f) < centre(g); });
    const Index left = static_cast<Index>(nodes_.size());
    nodes_[node] = {box, left, 0};
    nodes_.resize(nodes_.size() + 2);
    split(left, begin, middle, order);
    split(left + 1, middle, end, order);
}

void Solid::listEdges() {
    std::map<std::array<Index, 2>, Index> indexOf;
    for (const Face& f : faces_) {
        std::array<Index, 3> edges;
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(f[k], f[(k + 1) % 3]);
            const std::array<Index, 2> edge = {low, high};
            const auto [entry, isNew] = indexOf.try_emplace(edge, static_cast<Index>(edges_.size()));
            if (isNew) edges_.push_back(edge);
            edges[k] = entry->second;
        }
        edgesOfFace_.push_back(edges);
    }
}

int Solid::crossings(const Vec3& origin, const Vec3& direction) const {
    int count = 0;
    std::vector<Index> stack = {0};
    while (!stack.empty()) {
        const Node& node = nodes_[stack.back()];
        stack.pop_back();
        if (!rayMeets(origin, direction, node.box)) continue;
        for (Index i = 0; i < node.count; ++i) count += rayHits(origin, direction, triangle(node.first + i));
        if (!node.isLeaf()) stack.insert(stack.end(), {node.first, node.first + 1});
    }
    return count;
}

bool Solid::contains(const Vec3& point) const {
    if (!box().contains(point)) return false;
    int votes = 0;
    for (const Vec3& ray : kRays) votes += crossings(point, ray) % 2;
    return votes >= 2;
}

Real Solid::distance(const Vec3& point, Real enough) const {
    Real best = std::numeric_limits<Real>::infinity();
    const Real enough2 = enough * enough;
    std::vector<Index> stack = {0};
    while (!stack.empty() && best > enough2) {
        const Node& node = nodes_[stack.back()];
        stack.pop_back();
        if (distanceSquared(point, node.box) >= best) continue;
        for (Index i = 0; i < node.count; ++i) {
            best = std::min(best, distanceSquared(point, triangle(node.first + i)));
        }
        if (node.isLeaf()) continue;
        // the nearer child goes on top
        const bool leftIsNearer = distanceSquared(point, nodes_[node.first].box) <=
                                  distanceSquared(point, nodes_[node.first + 1].box);
        stack.push_back(leftIsNearer ? node.first + 1 : node.first);
        stack.push_back(leftIsNearer ? node.first : node.first + 1);
    }
    return std::sqrt(best);
}

}  // namespace ricochet::app
