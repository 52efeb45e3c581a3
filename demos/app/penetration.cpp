// An edge of one solid can pass from outside to inside only where it crosses a face of the other. So vertices
// connected by uncrossed edges are all inside or all outside, and one test decides for all of them. The
// distance to a surface changes no faster than the point moves, which bounds it along an edge.

#include "demos/app/penetration.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ricochet::app {
namespace {

// Relative to the size of the boxes: a superfluous crossing only costs a test, a missed one would connect
// inside and outside.
constexpr Real kCrossingSlack = 1e-9;
// Relative to the size of the boxes: no use needs more accurate depths.
constexpr Real kDepthSlack = 1e-7;
// No part of an edge at constant depth can be excluded: it is sampled at 32 points.
constexpr int kHalvings = 5;

/// One solid's skeleton in the frame of the other.
struct Visitor {
    const Solid& solid;
    std::vector<Vec3> vertices;                ///< in the host's frame
    std::vector<std::vector<Real>> crossings;  ///< per edge: where faces of the host cross it, 0 to 1
    std::vector<bool> isCrossed;               ///< per edge
};

Vec3 map(const Pose& pose, const Vec3& v) { return pose.rotation * v + pose.translation; }

Real sizeOf(const Solid& a, const Solid& b) { return a.box().size().norm() + b.box().size().norm(); }

Pose relative(const Pose& from, const Pose& to) {
    const Matrix3 inverse = to.rotation.inverse();
    return {inverse * from.rotation, inverse * (from.translation - to.translation)};
}

Aabb map(const Pose& pose, const Aabb& box) {
    const Vec3 centre = map(pose, box.centre());
    const Vec3 half = pose.rotation.cwiseAbs() * (0.5 * box.size());
    return {centre - half, centre + half};
}

/// Calls visit(leafA, leafB) for every two leaves whose boxes are within `slack` in both solids' frames: a
/// long thin box is thin only in its own.
template <class Visit>
void forEachCloseLeaf(const Solid& a, const Pose& aToB, const Solid& b, Real slack, Visit&& visit) {
    const Pose bToA = relative(Pose{}, aToB);
    std::vector<std::pair<Index, Index>> stack = {{0, 0}};
    while (!stack.empty()) {
        const auto [indexA, indexB] = stack.back();
        stack.pop_back();
        const Solid::Node &nodeA = a.nodes()[indexA], &nodeB = b.nodes()[indexB];
        if (!overlaps(grown(map(aToB, nodeA.box), slack), nodeB.box)) continue;
        if (!overlaps(grown(map(bToA, nodeB.box), slack), nodeA.box)) continue;
        const bool splitA =
            !nodeA.isLeaf() && (nodeB.isLeaf() || nodeA.box.size().maxCoeff() > nodeB.box.size().maxCoeff());
        if (splitA) {
            stack.insert(stack.end(), {{nodeA.first, indexB}, {nodeA.first + 1, indexB}});
        } else if (!nodeB.isLeaf()) {
            stack.insert(stack.end(), {{indexA, nodeB.first}, {indexA, nodeB.first + 1}});
        } else {
            visit(nodeA, nodeB);
        }
    }
}

using ClosePairs = std::vector<std::pair<Index, Index>>;  ///< a face of each

/// The faces whose boxes in the frame of B come within `slack`, and maybe a few more.
ClosePairs findClosePairs(const Solid& a, const Pose& aToB, const Solid& b, Real slack) {
    const auto boxInB = [&](Index face) {
        const Triangle t = a.triangle(face);
        return grown(boxOf({map(aToB, t[0]), map(aToB, t[1]), map(aToB, t[2])}), slack);
    };
    ClosePairs close;
    forEachCloseLeaf(a, aToB, b, slack, [&](const Solid::Node& leafA, const Solid::Node& leafB) {
        for (Index faceA = leafA.first; faceA < leafA.first + leafA.count; ++faceA) {
            const Aabb box = boxInB(faceA);
            for (Index faceB = leafB.first; faceB < leafB.first + leafB.count; ++faceB) {
                if (overlaps(box, b.boxOfFace(faceB))) close.emplace_back(faceA, faceB);
            }
        }
    });
    return close;
}

/// A face with unit normals of its plane and, within the plane, of its sides (inward).
struct Plate {
    Triangle corners;
    Vec3 normal;
    std::array<Vec3, 3> inward;

    explicit Plate(const Triangle& t) : corners(t), normal((t[1] - t[0]).cross(t[2] - t[0]).normalized()) {
        for (int k = 0; k < 3; ++k) inward[k] = normal.cross(t[(k + 1) % 3] - t[k]).normalized();
    }
    bool covers(const Vec3& point, Real slack) const {
        for (int k = 0; k < 3; ++k) {
            if (inward[k].dot(point - corners[k]) < -slack) return false;
        }
        return true;
    }
};

/// Records where an edge crosses a face; for an edge in the face's plane there is no definite point.
void cross(Visitor& visitor, Index edge, const Plate& plate, Real slack) {
    const auto [v0, v1] = visitor.solid.edges()[edge];
    const Vec3 &begin = visitor.vertices[v0], &end = visitor.vertices[v1];
    const Real height0 = plate.normal.dot(begin - plate.corners[0]);
    const Real height1 = plate.normal.dot(end - plate.corners[0]);
    if (std::min(height0, height1) > slack || std::max(height0, height1) < -slack) return;
    if (std::abs(height0 - height1) <= slack) {
        visitor.isCrossed[edge] = true;
        return;
    }
    const Real t = std::clamp(height0 / (height0 - height1), 0.0, 1.0);
    if (!plate.covers(begin + t * (end - begin), slack)) return;
    visitor.isCrossed[edge] = true;
    visitor.crossings[edge].push_back(t);
}

void findCrossings(Visitor& visitor, const Solid& host, const ClosePairs& close, Real slack) {
    for (const auto& [face, hostFace] : close) {
        const Plate plate(host.triangle(hostFace));
        for (Index edge : visitor.solid.edgesOf(face)) cross(visitor, edge, plate, slack);
    }
}

/// Per vertex: the first vertex that uncrossed edges connect with it.
std::vector<Index> joinVertices(const Visitor& visitor) {
    std::vector<Index> parent(visitor.vertices.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto rootOf = [&](Index v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (Index e = 0; e < visitor.isCrossed.size(); ++e) {
        if (visitor.isCrossed[e]) continue;
        const Index root0 = rootOf(visitor.solid.edges()[e][0]), root1 = rootOf(visitor.solid.edges()[e][1]);
        parent[std::max(root0, root1)] = std::min(root0, root1);
    }
    for (Index v = 0; v < parent.size(); ++v) parent[v] = rootOf(v);
    return parent;
}

/// Per vertex: whether it is inside the host.
std::vector<bool> findInside(const Visitor& visitor, const Solid& host) {
    const std::vector<Index> part = joinVertices(visitor);
    std::vector<bool> sticksOut(part.size(), false);
    for (Index v = 0; v < part.size(); ++v) {
        if (!host.box().contains(visitor.vertices[v])) sticksOut[part[v]] = true;
    }
    std::vector<bool> isInside(part.size());
    for (Index v = 0; v < part.size(); ++v) {
        const bool isFirst = part[v] == v;
        isInside[v] = isFirst ? !sticksOut[v] && host.contains(visitor.vertices[v]) : isInside[part[v]];
    }
    return isInside;
}

/// The deepest point found so far.
class Deepest {
public:
    Deepest(const Solid& host, Real slack, Real depth) : host_(host), slack_(slack), depth_(depth) {}
    Real depth() const { return depth_; }

    /// Keeps the point if it is the deepest so far. Returns its depth, or an upper bound that is at most the
    /// greatest depth.
    Real point(const Vec3& point) {
        const Real distance = host_.distance(point, depth_);
        if (distance > depth_ && host_.contains(point)) depth_ = distance;
        return distance;
    }

    /// Halves a segment as long as it may contain a deeper point.
    void segment(const Vec3& begin, Real depth0, const Vec3& end, Real depth1, int halvings = kHalvings) {
        const Real length = (end - begin).norm();
        if (halvings == 0 || 0.5 * (depth0 + depth1 + length) <= depth_ + slack_) return;
        const Vec3 middle = 0.5 * (begin + end);
        const Real depth = point(middle);
        segment(begin, depth0, middle, depth, halvings - 1);
        segment(middle, depth, end, depth1, halvings - 1);
    }

private:
    const Solid& host_;
    Real slack_;
    Real depth_;
};

void measureEdge(const Visitor& visitor, Index edge, const Solid& host, const std::vector<Real>& depths,
                 Deepest& deepest) {
    const auto [v0, v1] = visitor.solid.edges()[edge];
    const Vec3 &begin = visitor.vertices[v0], &end = visitor.vertices[v1];
    std::vector<std::pair<Real, Real>> cuts = {{0, depths[v0]}, {1, depths[v1]}};
    for (Real t : visitor.crossings[edge]) cuts.emplace_back(t, 0);
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        const auto [t0, depth0] = cuts[i - 1];
        const auto [t1, depth1] = cuts[i];
        const Vec3 from = begin + t0 * (end - begin), to = begin + t1 * (end - begin);
        const bool mayBeDeeper = 0.5 * (depth0 + depth1 + (to - from).norm()) > deepest.depth();
        if (mayBeDeeper && host.contains(0.5 * (from + to))) deepest.segment(from, depth0, to, depth1);
    }
}

/// The deepest point of `visiting` inside `host`, at least `depth`.
Real depthInside(const Solid& visiting, const Pose& toHost, const Solid& host, const ClosePairs& close,
                 Real depth) {
    Visitor visitor{visiting, {}, {}, {}};
    for (const Vec3& v : visiting.vertices()) visitor.vertices.push_back(map(toHost, v));
    visitor.crossings.resize(visiting.edges().size());
    visitor.isCrossed.resize(visiting.edges().size());
    const Real size = sizeOf(visiting, host);
    findCrossings(visitor, host, close, kCrossingSlack * size);

    const std::vector<bool> isInside = findInside(visitor, host);
    Deepest deepest(host, kDepthSlack * size, depth);
    std::vector<Real> depths(isInside.size(), 0.0);
    for (Index v = 0; v < isInside.size(); ++v) {
        if (isInside[v]) depths[v] = deepest.point(visitor.vertices[v]);
    }
    for (Index e = 0; e < visiting.edges().size(); ++e) {
        const auto [v0, v1] = visiting.edges()[e];
        if (visitor.isCrossed[e] || isInside[v0]) measureEdge(visitor, e, host, depths, deepest);
    }
    return deepest.depth();
}

}  // namespace

Real penetration(const Solid& a, const Pose& aToWorld, const Solid& b, const Pose& bToWorld) {
    const Pose aToB = relative(aToWorld, bToWorld), bToA = relative(bToWorld, aToWorld);
    if (!overlaps(map(aToB, a.box()), b.box()) || !overlaps(map(bToA, b.box()), a.box())) return 0;
    ClosePairs close = findClosePairs(a, aToB, b, kCrossingSlack * sizeOf(a, b));
    const Real depth = depthInside(a, aToB, b, close, 0);
    for (auto& [faceA, faceB] : close) std::swap(faceA, faceB);
    return depthInside(b, bToA, a, close, depth);
}

}  // namespace ricochet::app
