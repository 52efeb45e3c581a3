// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 3.3.7.
// Here the triangle is clipped against a slightly smaller box, for which `yes` is certain, and a slightly
// larger one, for which `no` is. Undecided cases go to separating axes (Akenine-Möller. Fast 3D Triangle-Box
// Overlap Testing. 2001) with exact signs.

#include "algorithms/geometry/triangle_box.h"

#include "algorithms/geometry/predicates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

/// Relative to the largest magnitude. A clipped coordinate is p + t (q - p), and t has three roundings: an
/// error of 11 u; four planes in a row make 44 u.
constexpr Real kClippingError = 64 * kRounding;

/// A triangle clipped by up to four planes. Rounding may make its outline slightly non-convex; then a plane
/// may cross all edges and keep half of the corners, so that their number is at most 3, 4, 6, 9, 13.
struct ClippedTriangle {
    std::array<Vec3, 13> corners;
    Index size = 0;

    void append(const Vec3& corner) { corners[size++] = corner; }
};

enum class Clipped { partly, isEmpty, meetsFace };

/// A half-space: coordinate `axis` times `sign` is at most `bound` times `sign`.
struct FacePlane {
    int axis;
    Real sign;
    Real bound;

    bool keeps(const Vec3& point) const { return sign * point[axis] <= sign * bound; }
    Vec3 crossing(const Vec3& p, const Vec3& q) const {
        Vec3 point = p + (bound - p[axis]) / (q[axis] - p[axis]) * (q - p);
        point[axis] = bound;
        return point;
    }
};

/// Sutherland and Hodgman's step; ends early where an edge pierces the box's face itself.
Clipped clip(const FacePlane& plane, const Aabb& box, ClippedTriangle& polygon) {
    ClippedTriangle clipped;
    for (Index i = 0; i < polygon.size; ++i) {
        const Vec3& p = polygon.corners[i];
        const Vec3& q = polygon.corners[(i + 1) % polygon.size];
        if (plane.keeps(p)) clipped.append(p);
        if (plane.keeps(p) == plane.keeps(q)) continue;
        clipped.append(plane.crossing(p, q));
        if (box.contains(clipped.corners[clipped.size - 1])) return Clipped::meetsFace;
    }
    polygon = clipped;
    return polygon.size == 0 ? Clipped::isEmpty : Clipped::partly;
}

/// The test of the paper, in rounded arithmetic.
bool clippingFindsOverlap(const Triangle& triangle, const Aabb& box) {
    ClippedTriangle polygon;
    for (const Vec3& corner : triangle) polygon.append(corner);
    for (int axis = 0; axis < 2; ++axis) {
        for (const FacePlane& plane :
             {FacePlane{axis, 1, box.max[axis]}, FacePlane{axis, -1, box.min[axis]}}) {
            const Clipped result = clip(plane, box, polygon);
            if (result != Clipped::partly) return result == Clipped::meetsFace;
        }
    }
    // In the last dimension a comparison is enough.
    const auto begin = polygon.corners.begin();
    const auto end = begin + polygon.size;
    return !std::all_of(begin, end, [&](const Vec3& p) { return p.z() > box.max.z(); }) &&
           !std::all_of(begin, end, [&](const Vec3& p) { return p.z() < box.min.z(); });
}

Vec3 cornerOf(const Aabb& box, int i) {
    return {(i & 1 ? box.max : box.min).x(), (i & 2 ? box.max : box.min).y(),
            (i & 4 ? box.max : box.min).z()};
}

/// Of the comparison below, relative to the cube of the largest magnitude: differences of coordinates are at
/// most 2, components of the normal 8 with an error of 32 u, and the distance and the radius are off by 408 u
/// and 192 u.
constexpr Real kPlaneError = 1024 * kRounding;

/// The same as `planeSeparates` where rounded arithmetic is certain: quick for the many small boxes about a
/// large triangle.
bool planeCertainlySeparates(const Triangle& t, const Aabb& box, Real largest) {
    const Real error = kPlaneError * largest * largest * largest;
    if (!(error > std::numeric_limits<Real>::min())) return false;  // products may have no relative error
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const Vec3 centre = (box.min + box.max) / 2, half = (box.max - box.min) / 2;
    return std::abs(normal.dot(centre - t[0])) > normal.cwiseAbs().dot(half) + error;
}

/// The whole box is strictly on one side of the triangle's plane.
bool planeSeparates(const Triangle& t, const Aabb& box) {
    const PlaneThrough plane(t[0], t[1], t[2]);
    const Side side = plane.sideOf(cornerOf(box, 0));
    for (int i = 1; i < 8 && side != 0; ++i) {
        if (plane.sideOf(cornerOf(box, i)) != side) return false;
    }
    return side != 0;
}

/// Seen along an axis, the rectangle is strictly on the other side of an edge than the triangle.
bool edgeSeparates(const Triangle& t, Index edge, const Aabb& box, int axis) {
    const Vec2 from = project(t[edge], axis);
    const Vec2 to = project(t[(edge + 1) % 3], axis);
    const Vec2 min = project(box.min, axis);
    const Vec2 max = project(box.max, axis);
    const Side side = orient2d(from, to, min);
    return side != 0 && orient2d(from, to, max) == side && orient2d(from, to, {min.x(), max.y()}) == side &&
           orient2d(from, to, {max.x(), min.y()}) == side &&
           orient2d(from, to, project(t[(edge + 2) % 3], axis)) != side;
}

/// Complete for flat boxes and degenerate triangles too: in a projection that preserves the plane in which
/// both lie, edges and box sides are all candidates for separating axes. The box's own axes were tested
/// before.
bool exactlyOverlaps(const Triangle& triangle, const Aabb& box) {
    if (planeSeparates(triangle, box)) return false;
    for (int axis = 0; axis < 3; ++axis) {
        for (Index edge = 0; edge < 3; ++edge) {
            if (edgeSeparates(triangle, edge, box, axis)) return false;
        }
    }
    return true;
}

}  // namespace

bool intersects(const Triangle& triangle, const Aabb& box) {
    const Aabb around = boxOf(triangle);
    if (!overlaps(around, box)) return false;
    if (std::ranges::any_of(triangle, [&](const Vec3& corner) { return box.contains(corner); })) return true;

    const Real largest = std::max({around.min.cwiseAbs().maxCoeff(), around.max.cwiseAbs().maxCoeff(),
                                   box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff()});
    if (planeCertainlySeparates(triangle, box, largest)) return false;
    const Real margin = kClippingError * largest;
    if (clippingFindsOverlap(triangle, grown(box, -margin))) return true;
    if (!clippingFindsOverlap(triangle, grown(box, margin))) return false;
    return exactlyOverlaps(triangle, box);
}

}  // namespace ricochet
