// The signed distance from a convex solid is convex on a triangle, too: its minimum is on an edge, or at the
// foot of the solid's lowest point over the triangle's plane.

#include "algorithms/round_shapes/separation.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/round_shapes/edge_minimum.h"

#include <limits>

namespace ricochet::round_shapes {
namespace {

Separation separationOfSphere(const PlacedRound& round, const Triangle& triangle) {
    const Vec3 point = closestPoint(triangle, round.middle());
    const NearestOnSurface nearest = round.nearest(point);
    return {nearest.distance, point, -nearest.normal};
}

bool isOver(const Triangle& t, const Vec3& normal, const Vec3& point) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (normal.cross(t[(k + 1) % 3] - t[k]).dot(point - t[k]) < 0) return false;
    }
    return true;
}

Separation nearestEdge(const PlacedRound& round, const Triangle& t) {
    Separation best{std::numeric_limits<Real>::infinity(), t[0], Vec3::UnitZ()};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 along = t[(k + 1) % 3] - t[k];
        const Real length = along.norm();
        const Vec3 direction = length > 0 ? Vec3(along / length) : Vec3::UnitX();
        const Vec3 point = t[k] + edgeMinimum(round, t[k], direction, length, 0).low * direction;
        const NearestOnSurface nearest = round.nearest(point);
        if (nearest.distance < best.distance) best = {nearest.distance, point, -nearest.normal};
    }
    return best;
}

}  // namespace

Separation separation(const PlacedRound& round, const Triangle& t) {
    if (round.isSphere()) return separationOfSphere(round, t);
    Separation best = nearestEdge(round, t);
    const Vec3 doubledArea = (t[1] - t[0]).cross(t[2] - t[0]);
    if (best.distance <= 0 || doubledArea.isZero(0)) return best;
    Vec3 normal = doubledArea.normalized();
    if (normal.dot(round.middle() - t[0]) < 0) normal = -normal;
    const Vec3 up = normal.dot(doubledArea) > 0 ? normal : Vec3(-normal);
    const Vec3 lowest = round.support(-normal), highest = round.support(normal);
    const Real low = normal.dot(lowest - t[0]), high = normal.dot(highest - t[0]);
    if (low > 0) {
        const Vec3 foot = lowest - low * normal;
        if (low < best.distance && isOver(t, up, foot)) best = {low, foot, normal};
        return best;
    }
    // The plane cuts the shape, but no edge does: the cut is entirely inside the triangle, or entirely
    // outside.
    const Vec3 cut = lowest + low / (low - high) * (highest - lowest);
    if (isOver(t, up, cut)) best = {low, cut, normal};
    return best;
}

}  // namespace ricochet::round_shapes
