// Sutherland, Hodgman. Reentrant Polygon Clipping. 1974. Here both parts remain.

#include "algorithms/spherical_field/polygon.h"

#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <cmath>

namespace ricochet::spherical_field {
namespace {

Vec3 pointBetween(const Vec3& from, const Vec3& to, Real heightFrom, Real heightTo) {
    const Real t = heightFrom / (heightFrom - heightTo);
    return from + std::clamp<Real>(t, 0, 1) * (to - from);
}

}  // namespace

PlaneSide split(const Polygon& polygon, const Vec3& normal, Polygon& above, Polygon& below) {
    const std::span<const Vec3> corners = polygon.corners();
    std::array<Real, Polygon::kMostCorners> heights;
    Real lowest = 0, highest = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        heights[i] = normal.dot(corners[i]);
        lowest = std::min(lowest, heights[i]);
        highest = std::max(highest, heights[i]);
    }
    if (lowest == 0) return PlaneSide::above;
    if (highest == 0) return PlaneSide::below;
    above.clear();
    below.clear();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t next = i + 1 < corners.size() ? i + 1 : 0;
        if (heights[i] >= 0) above.add(corners[i]);
        if (heights[i] <= 0) below.add(corners[i]);
        if ((heights[i] < 0 && heights[next] > 0) || (heights[i] > 0 && heights[next] < 0)) {
            const Vec3 between = pointBetween(corners[i], corners[next], heights[i], heights[next]);
            above.add(between);
            below.add(between);
        }
    }
    return PlaneSide::both;
}

Distances distancesOf(const Polygon& polygon) {
    const std::span<const Vec3> corners = polygon.corners();
    Real farthest = 0;
    for (const Vec3& corner : corners) farthest = std::max(farthest, corner.squaredNorm());
    Real nearest = corners[0].squaredNorm();
    const auto consider = [&](const Triangle& part) {
        nearest = std::min(nearest, closestPoint(part, Vec3::Zero()).squaredNorm());
    };
    // A triangle fan; fewer than three corners form a segment or a point.
    if (corners.size() < 3) consider({corners[0], corners[0], corners.back()});
    for (std::size_t i = 2; i < corners.size(); ++i) consider({corners[0], corners[i - 1], corners[i]});
    const Real end = (1 + kOutwards) * std::sqrt(farthest);
    return {std::max<Real>(0, std::sqrt(nearest) - kOutwards * end), end};
}

}  // namespace ricochet::spherical_field
