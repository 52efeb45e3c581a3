// Ericson. Real-Time Collision Detection. 2005. Sections 5.1.5 and 5.1.9.
// Here differences are taken before products (Gram-Schmidt for the foot in a triangle, cross products for the
// closest points of lines), so slivers and nearly parallel segments lose no more digits than their own width
// does, and no tolerance is needed.

#include "algorithms/geometry/closest_points.h"

#include "algorithms/geometry/triangle_triangle.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <optional>

namespace ricochet {
namespace {

Real clampToUnit(Real t) { return std::min(std::max(t, Real{0}), Real{1}); }

Vec3 closestOnSegment(const Vec3& from, const Vec3& to, const Vec3& point) {
    const Vec3 along = to - from;
    const Real length2 = along.squaredNorm();
    // a segment of length zero: any of its points will do
    const Real t = length2 > 0 ? clampToUnit(along.dot(point - from) / length2) : 0;
    return from + t * along;
}

ClosestPoints measured(const Vec3& onA, const Vec3& onB) { return {onA, onB, (onA - onB).squaredNorm()}; }

void keepNearer(ClosestPoints& best, const ClosestPoints& candidate) {
    if (candidate.distanceSquared < best.distanceSquared) best = candidate;
}

/// The foot of the perpendicular from a point to the plane; none if it lies outside the triangle.
std::optional<Vec3> footInside(const Triangle& t, const Vec3& point) {
    const Vec3 ab = t[1] - t[0];
    const Vec3 ac = t[2] - t[0];
    const Vec3 fromA = point - t[0];
    // coordinates along ab and, perpendicular to it, towards c
    const Real length2 = ab.squaredNorm();
    const Real cAlong = ab.dot(ac) / length2;
    const Real pointAlong = ab.dot(fromA) / length2;
    const Vec3 across = ac - cAlong * ab;
    const Real weightC = across.dot(fromA - pointAlong * ab) / across.squaredNorm();
    const Real weightB = pointAlong - weightC * cAlong;
    // a degenerate triangle has no foot: its weights are NaN, and the comparison fails
    if (!(weightB >= 0 && weightC >= 0 && weightB + weightC <= 1)) return std::nullopt;
    return t[0] + weightB * ab + weightC * ac;
}

constexpr Real kNoneEnough = -1;  // square metres; less than any squared distance

ClosestPoints swapped(const ClosestPoints& p) { return {p.onB, p.onA, p.distanceSquared}; }

/// The closest points of two disjoint triangles: of two edges, or of a corner and a face. The search may end
/// at any two points whose squared distance is at most `enough`.
ClosestPoints closestFeatures(const Triangle& a, const Triangle& b, Real enough = kNoneEnough) {
    ClosestPoints best = measured(a[0], b[0]);
    for (Index i = 0; i < 3 && !(best.distanceSquared <= enough); ++i) {
        for (Index j = 0; j < 3; ++j) {
            keepNearer(best, closestPoints(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
        }
        if (const auto foot = footInside(b, a[i])) keepNearer(best, measured(a[i], *foot));
        if (const auto foot = footInside(a, b[i])) keepNearer(best, swapped(measured(b[i], *foot)));
    }
    return best;
}

/// A point, and its squared distance from two triangles.
struct NearlyCommon {
    Vec3 point;
    Real distanceSquared;
};

/// Replaces `best` by crossings of edges of `t` with the plane of `face` that are nearer to `face`.
void keepCrossings(const Triangle& t, const Triangle& face, NearlyCommon& best) {
    const Vec3 normal = (face[1] - face[0]).cross(face[2] - face[0]);
    for (Index i = 0; i < 3; ++i) {
        const Vec3& from = t[i];
        const Vec3& to = t[(i + 1) % 3];
        const Real heightFrom = normal.dot(from - face[0]);
        const Real drop = heightFrom - normal.dot(to - face[0]);
        if (drop == 0) continue;
        const Vec3 point = from + clampToUnit(heightFrom / drop) * (to - from);
        const Real distanceSquared = (closestPoint(face, point) - point).squaredNorm();
        if (distanceSquared < best.distanceSquared) best = {point, distanceSquared};
    }
}

/// A common point of two triangles that intersect, but not along a segment: they are coplanar, or one of them
/// is a segment or a point, which may pierce the interior of the other.
Vec3 commonPoint(const Triangle& a, const Triangle& b) {
    const ClosestPoints features = closestFeatures(a, b);
    NearlyCommon best = {features.onA, features.distanceSquared};
    keepCrossings(a, b, best);
    keepCrossings(b, a, best);
    return best.point;
}

}  // namespace

Vec3 closestPoint(const Triangle& triangle, const Vec3& point) {
    if (const std::optional<Vec3> foot = footInside(triangle, point)) return *foot;

    ClosestPoints best = measured(triangle[0], point);
    for (Index i = 0; i < 3; ++i) {
        keepNearer(best, measured(closestOnSegment(triangle[i], triangle[(i + 1) % 3], point), point));
    }
    return best.onA;
}

ClosestPoints closestPoints(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const Vec3 alongA = a1 - a0;
    const Vec3 alongB = b1 - b0;
    const Vec3 across = alongA.cross(alongB);
    const Real across2 = across.squaredNorm();
    // the point of line a nearest to line b; if they are parallel, or one is a point: any
    const Real s = across2 > 0 ? clampToUnit((b0 - a0).cross(alongB).dot(across) / across2) : 0;
    // from there to b, and back to a
    const Vec3 onB = closestOnSegment(b0, b1, a0 + s * alongA);
    return measured(closestOnSegment(a0, a1, onB), onB);
}

ClosestPoints closestPoints(const Triangle& a, const Triangle& b) {
    if (!intersects(a, b)) return closestFeatures(a, b);

    if (const auto segment = intersectionSegment(a, b)) {
        const Vec3 middle = 0.5 * (segment->begin + segment->end);
        return {middle, middle, 0};
    }
    const Vec3 common = commonPoint(a, b);
    return {common, common, 0};
}

bool isDistanceAtMost(Real distance, const Triangle& a, const Triangle& b) {
    const Real distanceSquared = distance * distance;
    return closestFeatures(a, b, distanceSquared).distanceSquared <= distanceSquared || intersects(a, b);
}

}  // namespace ricochet
