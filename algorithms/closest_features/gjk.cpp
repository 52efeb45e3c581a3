#include "algorithms/closest_features/gjk.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr int kMostSimplexSteps = 64;  // beyond, the walk continues
constexpr Real kNoProgress = 1e-14;    // of the extent: a support with less progress ends the search
constexpr Real kHoldsOrigin = 1e-15;   // of the extent: a nearer point is the origin itself

/// The feature that some vertices of a polytope span: the smallest one at the first that contains all.
Feature spannedBy(const Polytope& polytope, std::array<Index, 3> vertices, Index count) {
    const Index first = vertices[0];
    if (count == 1) return {PolytopePart::vertex, first};
    const auto faceHas = [&](Index face, Index vertex) {
        return std::ranges::any_of(polytope.sidesOf(face), [&](Index side) {
            return polytope.edges[side].tail == vertex || polytope.edges[side].head == vertex;
        });
    };
    for (const Polytope::Spoke& spoke : polytope.spokesOf(first)) {
        if (count == 2 && spoke.other == vertices[1]) return {PolytopePart::edge, spoke.edge};
    }
    for (const Polytope::Spoke& spoke : polytope.spokesOf(first)) {
        const Polytope::Edge& edge = polytope.edges[spoke.edge];
        const Index face = edge.tail == first ? edge.left : edge.right;
        if (face == kNone) continue;
        if (faceHas(face, vertices[1]) && (count == 2 || faceHas(face, vertices[2]))) {
            return {PolytopePart::face, face};
        }
    }
    return {PolytopePart::vertex, first};
}

template <class IndexOf>
Feature featureOf(const Polytope& polytope, Index size, IndexOf&& indexOf) {
    std::array<Index, 3> distinct{};
    Index count = 0;
    for (Index i = 0; i < size; ++i) {
        const Index vertex = indexOf(i);
        if (std::find(distinct.begin(), distinct.begin() + count, vertex) == distinct.begin() + count) {
            distinct[count++] = vertex;
        }
    }
    return spannedBy(polytope, distinct, count);
}

}  // namespace

void CachedSimplex::reduceTo(std::initializer_list<Index> which) {
    std::array<Corner, 4> remaining = corners_;
    Index size = 0;
    for (const Index i : which) remaining[size++] = corners_[i];
    corners_ = remaining;
    size_ = size;
}

bool CachedSimplex::has(const SupportPair& support) const {
    return std::any_of(corners_.begin(), corners_.begin() + size_,
                       [&](const Corner& c) { return c.a == support.a && c.b == support.b; });
}

Vec3 CachedSimplex::nearestOfSegment(Index p, Index q) {
    const Vec3 from = corners_[p].difference, along = corners_[q].difference - from;
    const Real t = -from.dot(along), length2 = along.squaredNorm();
    if (t <= 0) {
        reduceTo({p});
        return from;
    }
    if (t >= length2) {
        reduceTo({q});
        return corners_[0].difference;
    }
    reduceTo({p, q});
    return from + t / length2 * along;
}

// Ericson. Real-Time Collision Detection. 2004, 5.1.5: by the regions in which the origin can lie.
Vec3 CachedSimplex::nearestOfTriangle(Index p, Index q, Index r) {
    const Vec3 a = corners_[p].difference, b = corners_[q].difference, c = corners_[r].difference;
    const Vec3 ab = b - a, ac = c - a;
    const Real d1 = -ab.dot(a), d2 = -ac.dot(a);
    if (d1 <= 0 && d2 <= 0) {
        reduceTo({p});
        return a;
    }
    const Real d3 = -ab.dot(b), d4 = -ac.dot(b);
    if (d3 >= 0 && d4 <= d3) {
        reduceTo({q});
        return b;
    }
    const Real vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return nearestOfSegment(p, q);
    const Real d5 = -ab.dot(c), d6 = -ac.dot(c);
    if (d6 >= 0 && d5 <= d6) {
        reduceTo({r});
        return c;
    }
    const Real vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return nearestOfSegment(p, r);
    const Real va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return nearestOfSegment(q, r);
    const Vec3 normal = ab.cross(ac);
    reduceTo({p, q, r});
    const Real size2 = normal.squaredNorm();
    return size2 > 0 ? Vec3(normal.dot(a) / size2 * normal) : a;
}

/// Zero where the origin is inside.
Vec3 CachedSimplex::nearestOfTetrahedron() {
    constexpr Index kFaces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    const std::array<Corner, 4> all = corners_;
    std::array<Corner, 4> best = all;
    Index bestSize = 4;
    Vec3 nearest = Vec3::Zero();
    Real minimum = std::numeric_limits<Real>::infinity();
    for (const auto& f : kFaces) {
        const Vec3& p = all[f[0]].difference;
        const Vec3 normal = (all[f[1]].difference - p).cross(all[f[2]].difference - p);
        const Real inside = normal.dot(all[f[3]].difference - p), origin = -normal.dot(p);
        if (inside * origin > 0) continue;
        corners_ = all;
        size_ = 4;
        const Vec3 here = nearestOfTriangle(f[0], f[1], f[2]);
        if (here.squaredNorm() < minimum) {
            minimum = here.squaredNorm(), nearest = here, best = corners_, bestSize = size_;
        }
    }
    corners_ = best;
    size_ = bestSize;
    return nearest;
}

/// Reduces it to the corners between which the nearest point lies.
Vec3 CachedSimplex::reduce() {
    switch (size_) {
        case 1:
            return corners_[0].difference;
        case 2:
            return nearestOfSegment(0, 1);
        case 3:
            return nearestOfTriangle(0, 1, 2);
        default:
            return nearestOfTetrahedron();
    }
}

std::optional<PolytopeFeatures> CachedSimplex::approach(const PlacedPair& pair, const SupportPair& from) {
    const auto at = [&](Index a, Index b) { return Corner{a, b, pair.vertexOfB(b) - pair.vertexOfA(a)}; };
    for (Index i = 0; i < size_; ++i) corners_[i] = at(corners_[i].a, corners_[i].b);
    if (isEmpty()) corners_[0] = at(from.a, from.b), size_ = 1;

    for (int step = 0; step < kMostSimplexSteps; ++step) {
        const Vec3 nearest = reduce();
        const Real distance = nearest.norm();
        if (size_ == 4 || !(distance > kHoldsOrigin * pair.extent())) return std::nullopt;
        const Corner& last = corners_[size_ - 1];
        const SupportPair s = supportAlong(pair, nearest / distance, last.a, last.b);
        if (distance - s.gap <= kNoProgress * pair.extent() || has(s)) break;
        corners_[size_++] = at(s.a, s.b);
    }
    size_ = std::min(size_, Index{3});
    return PolytopeFeatures{featureOf(pair.shape(0), size_, [&](Index i) { return corners_[i].a; }),
                            featureOf(pair.shape(1), size_, [&](Index i) { return corners_[i].b; })};
}

}  // namespace ricochet
