#pragma once

#include "algorithms/geometry/aabb.h"

#include <ricochet/precision.h>

#include <array>
#include <compare>
#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A part of a large shape: what its box overlaps. Regions are the cells of loose grids, two for each
/// doubling of size: the region of a cell holds every box of the grid's size or smaller whose centre is in
/// the cell. So a box lies wholly in the region of its centre's cell in the grid of the next larger size, and
/// bodies of like size share regions.
struct RegionName {
    int level = kWhole;  ///< of boxes up to 2^(level / 2) metres
    std::array<std::int64_t, 3> cell{};

    static constexpr int kWhole = INT32_MAX;    ///< not a part, but all of the shape
    static constexpr int kNothing = INT32_MIN;  ///< any part in which the shape has no faces
    bool isWhole() const { return level == kWhole; }
    bool isNothing() const { return level == kNothing; }
    auto operator<=>(const RegionName&) const = default;
};

/// The region that holds a box. It is not divided along the axis of columns, if that is not -1. All of the
/// shape for a box that is empty or too far out to be counted in cells.
RegionName regionAbout(const Aabb& box, int columnAxis);

/// In the shape's frame; infinite along the axis of columns. Not of `kNothing`, which is no one place.
Aabb boxOf(const RegionName& region, int columnAxis);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
