#pragma once

#include "algorithms/geometry/round_shape.h"

#include <array>

namespace ricochet {

/// A frustum prepared for many distance queries: its outline in the half plane with the coordinates distance
/// from the axis and position along it. All in the frustum's frame.
class FrustumProfile {
public:
    explicit FrustumProfile(const Frustum& frustum);

    NearestOnSurface nearest(const Vec3& point) const;

    /// Derivative of the signed distance at `point` along `direction` (unit).
    Real slope(const Vec3& point, const Vec3& direction) const;

private:
    using Place = Eigen::Matrix<Real, 2, 1>;  ///< distance from the axis, and position along it

    /// One side of the outline; the inside is on its inner side.
    struct Side {
        Place from, to, along, normal;
        Real perLength2;  ///< inverse of its squared length; zero if it is a point
    };

    /// A point of the core, whose growth is zero.
    struct Nearest {
        Real distance;
        Place normal;
    };

    void add(const Place& from, const Place& to, const Place& normal);
    Nearest nearest(const Place& place) const;
    Nearest nearestFromOutside(const Place& place, const Nearest& highest) const;

    std::array<Side, 3> sides_;
    int count_ = 0;
    Eigen::Index axis_;
    Real growth_;
};

}  // namespace ricochet
