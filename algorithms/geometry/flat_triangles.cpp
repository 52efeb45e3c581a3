// Two convex sets in a plane are disjoint if and only if the line through an edge of one keeps the other
// strictly outside: the separating axis theorem, decided by orient2d instead of by projections.
// A segment counts as a polygon of two edges, a point as a segment whose ends coincide.

#include "algorithms/geometry/flat_triangles.h"

#include "algorithms/geometry/degenerate_faces.h"
#include "algorithms/geometry/predicates.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ricochet {
namespace {

using Ends = std::array<Vec3, 2>;  ///< of a segment; twice the same for a point

/// All of `other` lies strictly to the right of one of the edges of a counter-clockwise polygon.
bool hasEdgeBefore(std::span<const Vec2> polygon, std::span<const Vec2> other) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2& from = polygon[i];
        const Vec2& to = polygon[(i + 1) % polygon.size()];
        if (std::ranges::all_of(other, [&](const Vec2& p) { return orient2d(from, to, p) < 0; })) return true;
    }
    return false;
}

bool areSeparatedByAnEdge(std::span<const Vec2> a, std::span<const Vec2> b) {
    return hasEdgeBefore(a, b) || hasEdgeBefore(b, a);
}

/// A coordinate axis along which the projection keeps the triangle's area; there must be one.
int axisAcross(const Triangle& t) {
    int axis = 0;
    while (orient2d(project(t[0], axis), project(t[1], axis), project(t[2], axis)) == 0) ++axis;
    return axis;
}

std::array<Vec2, 3> projectCounterClockwise(const Triangle& t, int axis) {
    std::array<Vec2, 3> flat = {project(t[0], axis), project(t[1], axis), project(t[2], axis)};
    if (orient2d(flat[0], flat[1], flat[2]) < 0) std::swap(flat[1], flat[2]);
    return flat;
}

std::array<Vec2, 2> projectEnds(const Ends& ends, int axis) {
    return {project(ends[0], axis), project(ends[1], axis)};
}

/// The outermost two of collinear corners: the first and the last in lexicographic order.
Ends endsOf(const Triangle& degenerate) {
    const auto before = [](const Vec3& p, const Vec3& q) {
        return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
    };
    const auto [first, last] = std::minmax_element(degenerate.begin(), degenerate.end(), before);
    return {*first, *last};
}

bool intersectsCoplanar(const Triangle& a, const Triangle& b) {
    const int axis = axisAcross(a);
    return !areSeparatedByAnEdge(projectCounterClockwise(a, axis), projectCounterClockwise(b, axis));
}

bool segmentMeets(const Ends& segment, const Triangle& t) {
    const PlaneThrough plane(t[0], t[1], t[2]);
    const Side side0 = plane.sideOf(segment[0]);
    const Side side1 = plane.sideOf(segment[1]);
    if (side0 * side1 > 0) return false;

    if (side0 == 0 && side1 == 0) {
        const int axis = axisAcross(t);
        return !areSeparatedByAnEdge(projectEnds(segment, axis), projectCounterClockwise(t, axis));
    }
    // The segment pierces the plane. It meets the triangle if it passes all three edges on the same side.
    bool passesLeft = false;
    bool passesRight = false;
    for (Index i = 0; i < 3; ++i) {
        const Side side = orient3d(segment[0], segment[1], t[i], t[(i + 1) % 3]);
        passesLeft |= side > 0;
        passesRight |= side < 0;
    }
    return !(passesLeft && passesRight);
}

bool segmentsMeet(const Ends& a, const Ends& b) {
    if (orient3d(a[0], a[1], b[0], b[1]) != 0) return false;
    for (int axis = 0; axis < 3; ++axis) {
        if (areSeparatedByAnEdge(projectEnds(a, axis), projectEnds(b, axis))) return false;
    }
    // Disjoint segments that no edge separates are collinear; the intervals along each axis decide.
    for (int axis = 0; axis < 3; ++axis) {
        const auto [minA, maxA] = std::minmax(a[0][axis], a[1][axis]);
        const auto [minB, maxB] = std::minmax(b[0][axis], b[1][axis]);
        if (maxA < minB || maxB < minA) return false;
    }
    return true;
}

}  // namespace

bool intersectsFlat(const Triangle& a, const Triangle& b) {
    const bool flatA = isDegenerate(a);
    const bool flatB = isDegenerate(b);
    if (flatA && flatB) return segmentsMeet(endsOf(a), endsOf(b));
    if (flatA) return segmentMeets(endsOf(a), b);
    if (flatB) return segmentMeets(endsOf(b), a);
    return intersectsCoplanar(a, b);
}

}  // namespace ricochet
