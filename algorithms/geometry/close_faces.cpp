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

/// Whether `b` lies farther than `limit` from `a` along the normal of `a`, on either side. The rounded normal
/// of a sliver may be used too: any direction that separates is a proof.
bool isBeyondPlane(const Triangle& a, const Triangle& b, Real limit) {
    const Vec3 normal = (a[1] - a[0]).cross(a[2] - a[0]);
    const Vec3 heights = {normal.dot(b[0] - a[0]), normal.dot(b[1] - a[0]), normal.dot(b[2] - a[0])};
    const Vec3 own = {0, normal.dot(a[1] - a[0]), normal.dot(a[2] - a[0])};
    const Real gap = std::max(heights.minCoeff() - own.maxCoeff(), own.minCoeff() - heights.maxCoeff());
    return gap > 0 && gap * gap > limit * limit * normal.squaredNorm();
}

}  // namespace

bool areClose(const Triangle& a, const Triangle& b, Real queryDistance) {
    if (queryDistance == 0) return intersects(a, b);
    // Decides most pairs where the distance is long.
    if ((a[0] - b[0]).squaredNorm() <= queryDistance * queryDistance) return true;
    // Rounding moves heights and closest points by a few units in the last place of the coordinates.
    constexpr Real kRelativeSlack = 1e-13;
    const Real limit = queryDistance +
                       kRelativeSlack * std::max({queryDistance, largestCoordinate(a), largestCoordinate(b)});
    if (isBeyondPlane(a, b, limit) || isBeyondPlane(b, a, limit)) return false;
    return closestPoints(a, b).distanceSquared <= limit * limit;
}

}  // namespace ricochet
