#include "algorithms/geometry/close_faces.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ricochet {
namespace {

Real largestCoordinate(const Triangle& t) {
    return t[0].cwiseAbs().cwiseMax(t[1].cwiseAbs()).cwiseMax(t[2].cwiseAbs()).maxCoeff();
}

Vec3 edgesCross(const Triangle& t) { return (t[1] - t[0]).cross(t[2] - t[0]); }

bool haveCloseCorners(const Triangle& a, const Triangle& b, Real distance) {
    return std::ranges::any_of(a, [&](const Vec3& ofA) {
        return std::ranges::any_of(
            b, [&](const Vec3& ofB) { return (ofA - ofB).squaredNorm() <= distance * distance; });
    });
}

/// From one triangle's centroid to the other's, three times as long.
Vec3 betweenCentroids(const Triangle& a, const Triangle& b) {
    return (b[0] - a[0]) + (b[1] - a[1]) + (b[2] - a[2]);
}

/// Whether `b` lies farther than `limit` from `a` along a direction of any length, on either side. The
/// rounded normal of a sliver may be used too: any direction that separates is a proof.
bool areApartAlong(const Vec3& direction, const Triangle& a, const Triangle& b, Real limit) {
    const Vec3 heights = {direction.dot(b[0] - a[0]), direction.dot(b[1] - a[0]), direction.dot(b[2] - a[0])};
    const Vec3 own = {0, direction.dot(a[1] - a[0]), direction.dot(a[2] - a[0])};
    const Real gap = std::max(heights.minCoeff() - own.maxCoeff(), own.minCoeff() - heights.maxCoeff());
    return gap > 0 && gap * gap > limit * limit * direction.squaredNorm();
}

}  // namespace

bool areClose(const Triangle& a, const Triangle& b, Real queryDistance) {
    if (queryDistance == 0) return intersects(a, b);
    // Decides most pairs where the distance is long.
    if (haveCloseCorners(a, b, queryDistance)) return true;
    // Rounding moves heights and closest points by a few units in the last place of the coordinates.
    constexpr Real kRelativeSlack = 1e-13;
    const Real limit = queryDistance +
                       kRelativeSlack * std::max({queryDistance, largestCoordinate(a), largestCoordinate(b)});
    // Decides most distant pairs, also of faces without an area, whose normals separate nothing.
    if (areApartAlong(betweenCentroids(a, b), a, b, limit)) return false;
    if (areApartAlong(edgesCross(a), a, b, limit) || areApartAlong(edgesCross(b), b, a, limit)) return false;
    return isDistanceAtMost(limit, a, b);
}

}  // namespace ricochet
