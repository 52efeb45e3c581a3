#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/types.h"

#include <array>
#include <compare>
#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A region of a large shape consists of the faces that overlap its box. Regions are the cells of loose
/// grids, two for each doubling of size: the region of a cell contains every box of at most the grid's size
/// whose centre is in the cell. So a box lies entirely in the region of its centre's cell in the grid of the
/// next larger size, and bodies of similar size share regions.
struct RegionName {
    int level = kWhole;  ///< for boxes up to 2^(level / 2) metres
    std::array<std::int64_t, 3> cell{};

    static constexpr int kWhole = INT32_MAX;    ///< the whole shape
    static constexpr int kNothing = INT32_MIN;  ///< any region without faces
    bool isWhole() const { return level == kWhole; }
    bool isNothing() const { return level == kNothing; }
    auto operator<=>(const RegionName&) const = default;
};

/// The region that contains a box. It is not divided along `columnAxis`, unless that is -1. The whole shape
/// for a box that is empty or too far out to be numbered.
RegionName regionAbout(const Aabb& box, int columnAxis);

/// The box of a region, in the shape's frame; infinite along `columnAxis`. Not for `kNothing`, which has
/// none.
Aabb regionBox(const RegionName& region, int columnAxis);

/// A box that contains a box in the world, in the frame of a shape at a pose.
Aabb boxSeenFrom(const Pose& pose, const Aabb& box);

bool holds(const Aabb& region, const Aabb& box);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
