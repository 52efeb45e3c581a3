#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <cassert>
#include <span>

namespace ricochet::spherical_field {

/// Relative to the farthest distance from the centre: well above the rounding of clipped corners and closest
/// points, well below the resolution of a float.
inline constexpr Real kOutwards = 1e-12;

/// A flat convex polygon: a face clipped by planes through the centre. Each plane adds one corner at most;
/// there are six planes between the sides and two for each level.
class Polygon {
public:
    static constexpr int kMostCorners = 3 + 6 + 2 * 8;

    Polygon() = default;
    explicit Polygon(const Triangle& triangle) {
        for (const Vec3& corner : triangle) add(corner);
    }

    bool isEmpty() const { return count_ == 0; }
    std::span<const Vec3> corners() const { return {corners_.data(), static_cast<std::size_t>(count_)}; }
    void clear() { count_ = 0; }
    void add(const Vec3& corner) {
        assert(count_ < kMostCorners);
        corners_[static_cast<std::size_t>(count_++)] = corner;
    }

private:
    std::array<Vec3, kMostCorners> corners_;
    int count_ = 0;
};

/// On which side of a plane through the origin a polygon lies. One in the plane lies above.
enum class PlaneSide { above, below, both };

/// Splits a polygon by the plane through the origin with this normal into the parts above (in the direction
/// of the normal) and below; writes them only if there are both. Both have the same points on the plane, and
/// these lie on the polygon's edges in spite of rounding, so there is no gap between the two.
PlaneSide split(const Polygon& polygon, const Vec3& normal, Polygon& above, Polygon& below);

/// The least and the greatest distance of a polygon from the origin; rounded outwards.
struct Distances {
    Real nearest, farthest;  ///< metres
};
Distances distancesOf(const Polygon& polygon);

}  // namespace ricochet::spherical_field
