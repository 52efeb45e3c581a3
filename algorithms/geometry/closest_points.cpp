// Ericson. Real-Time Collision Detection. 2005. Sections 5.1.5 and 5.1.9.
// Ours compares all candidates where segments are nearly parallel or a triangle is nearly flat, so that the
// quotient of two rounding errors never decides.

#include "algorithms/geometry/closest_points.h"

#include "algorithms/geometry/triangle_triangle.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <optional>

namespace ricochet {
namespace {

constexpr Real kParallelSine2 =
    1e-10;  // squared sine of two directions; below it their cross product is noise

Real clampToUnit(Real t) { return std::min(std::max(t, Real{0}), Real{1}); }

Vec3 closestOnSegment(const Vec3& from, const Vec3& to, const Vec3& point) {
    const Vec3 along = to - from;
    const Real length2 = along.squaredNorm();
    // a segment without length: any of its points will do
    const Real t = length2 > 0 ? clampToUnit(along.dot(point - from) / length2) : 0;
    return from + t * along;
}

ClosestPoints measured(const Vec3& onA, const Vec3& onB) { return {onA, onB, (onA - onB).squaredNorm()}; }

void keepNearer(ClosestPoints& best, const ClosestPoints& candidate) {
    if (candidate.distanceSquared < best.distanceSquared) best = candidate;
}

/// At an end of one of the two, which is where the distance of parallel segments is smallest, too.
ClosestPoints closestAtEnds(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    ClosestPoints best = measured(a0, closestOnSegment(b0, b1, a0));
    keepNearer(best, measured(a1, closestOnSegment(b0, b1, a1)));
    keepNearer(best, measured(closestOnSegment(a0, a1, b0), b0));
    keepNearer(best, measured(closestOnSegment(a0, a1, b1), b1));
    return best;
}

/// The foot of the perpendicular from a point to the plane, where it lies in the triangle.
std::optional<Vec3> footInside(const Triangle& t, const Vec3& point) {
    const Vec3 ab = t[1] - t[0];
    const Vec3 ac = t[2] - t[0];
    const Vec3 normal = ab.cross(ac);
    const Vec3 fromA = point - t[0];
    const Real area = normal.squaredNorm();
    const Real towardsB = fromA.cross(ac).dot(normal);
    const Real towardsC = ab.cross(fromA).dot(normal);
    if (!(area > 0) || towardsB < 0 || towardsC < 0 || towardsB + towardsC > area) return std::nullopt;
    return t[0] + (towardsB / area) * ab + (towardsC / area) * ac;
}

bool isSliver(const Triangle& t) {
    const Vec3 ab = t[1] - t[0];
    const Vec3 ac = t[2] - t[0];
    return ab.cross(ac).squaredNorm() <= kParallelSine2 * ab.squaredNorm() * ac.squaredNorm();
}

ClosestPoints swapped(const ClosestPoints& p) { return {p.onB, p.onA, p.distanceSquared}; }

/// The nearest of two triangles that are apart: of two edges, or of a corner and a face.
ClosestPoints closestFeatures(const Triangle& a, const Triangle& b) {
    ClosestPoints best = measured(a[0], b[0]);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            keepNearer(best, closestPoints(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
        }
        if (const auto foot = footInside(b, a[i])) keepNearer(best, measured(a[i], *foot));
        if (const auto foot = footInside(a, b[i])) keepNearer(best, swapped(measured(b[i], *foot)));
    }
    return best;
}

}  // namespace

Vec3 closestPoint(const Triangle& triangle, const Vec3& point) {
    const std::optional<Vec3> foot = footInside(triangle, point);
    if (foot && !isSliver(triangle)) return *foot;

    ClosestPoints best = measured(triangle[0], point);
    for (int i = 0; i < 3; ++i) {
        keepNearer(best, measured(closestOnSegment(triangle[i], triangle[(i + 1) % 3], point), point));
    }
    if (foot) keepNearer(best, measured(*foot, point));
    return best.onA;
}

ClosestPoints closestPoints(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const Vec3 alongA = a1 - a0;
    const Vec3 alongB = b1 - b0;
    const Vec3 between = a0 - b0;
    const Real lengthA2 = alongA.squaredNorm();
    const Real lengthB2 = alongB.squaredNorm();
    const Real cosine = alongA.dot(alongB);
    const Real sine2 = lengthA2 * lengthB2 - cosine * cosine;
    // parallel, or a point: the answer is at an end
    if (sine2 <= kParallelSine2 * lengthA2 * lengthB2) return closestAtEnds(a0, a1, b0, b1);

    // the nearest points of the lines, then of a to that of b, then of b to that of a
    const Real offsetA = alongA.dot(between);
    const Real offsetB = alongB.dot(between);
    const Real s = clampToUnit((cosine * offsetB - lengthB2 * offsetA) / sine2);
    const Real t = clampToUnit((cosine * s + offsetB) / lengthB2);
    const Vec3 onB = b0 + t * alongB;
    return measured(closestOnSegment(a0, a1, onB), onB);
}

ClosestPoints closestPoints(const Triangle& a, const Triangle& b) {
    if (!intersects(a, b)) return closestFeatures(a, b);

    if (const auto segment = intersectionSegment(a, b)) {
        const Vec3 middle = 0.5 * (segment->begin + segment->end);
        return {middle, middle, 0};
    }
    const Vec3 common = closestFeatures(a, b).onA;
    return {common, common, 0};
}

}  // namespace ricochet
