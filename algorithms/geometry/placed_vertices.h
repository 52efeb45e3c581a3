#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/types.h"

#include <span>
#include <vector>

namespace ricochet {

/// Points, one array per coordinate, so that a SIMD register holds the same coordinate of many points.
struct PointList {
    std::vector<Real> x, y, z;

    Vec3 operator[](Index i) const { return {x[i], y[i], z[i]}; }
    Index size() const { return static_cast<Index>(x.size()); }
    void resize(std::size_t count);
};

/// `transformPoint` of every vertex, bit for bit, into `placed`. Returns their box.
Aabb placeVertices(const Pose& pose, std::span<const Vec3> vertices, PointList& placed);

/// A box that contains every placed point of `box`, in constant time: at most as large as the box of the
/// placed corners, up to a few units in the last place.
Aabb placedBox(const Pose& pose, const Aabb& box);

}  // namespace ricochet
