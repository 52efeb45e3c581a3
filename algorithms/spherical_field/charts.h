#pragma once

#include "algorithms/geometry/types.h"

#include <vector>

namespace ricochet::spherical_field {

/// The six charts of the sphere: one for each side of a cube about the centre, along +x, +y, +z, -x, -y, -z.
inline constexpr int kSides = 6;
inline constexpr int kLargestLevel = 8;  ///< 256 x 256 cells per side

/// A side in its own frame, whose z is the side's axis. A signed permutation of coordinates, so nothing is
/// rounded.
Vec3 toSide(int side, const Vec3& v);
Vec3 fromSide(int side, const Vec3& v);
/// The side whose axis is nearest to a direction; of equally near ones the first.
int sideOf(const Vec3& direction);

/// The unit vector at (x, y) of [-1, 1]^2 in a side's frame. Equation 1 of the paper.
Vec3 chartDirection(Real x, Real y);

constexpr Index cellsPerRow(int level) { return Index{1} << level; }
constexpr Index cellsPerSide(int level) { return Index{1} << (2 * level); }

/// tan(pi/4 x) at the lower end of each column of a level's grid, and at the upper end of the last: the cell
/// (i, j) of a side is where boundary[i] z <= x <= boundary[i + 1] z, and likewise for j and y.
const std::vector<Real>& boundaries(int level);

/// The chart's coordinate, in [-1, 1], in the middle of a column or row.
inline Real middleOf(int level, Index i) { return (2 * Real(i) + 1) / cellsPerRow(level) - 1; }

/// The column of a tangent in [-1, 1]: boundary[i] <= tangent < boundary[i + 1], but for the last one.
Index columnOf(int level, Real tangent);

/// Position of (i, j) along the Z-order curve: the four cells inside cell k of a level are 4 k to 4 k + 3 of
/// the next.
Index zOrder(Index i, Index j);
struct Column {
    Index i, j;
};
Column columnOfZOrder(Index k);

// Cells of all levels have one number: level by level, side by side, in Z-order.
constexpr Index firstOfLevel(int level) { return 2 * (cellsPerSide(level) - 1); }
constexpr Index cellsUpTo(int level) { return firstOfLevel(level + 1); }
constexpr Index firstChild(Index cell) { return 4 * cell + kSides; }
constexpr Index parent(Index cell) { return (cell - kSides) / 4; }
constexpr Index cellAt(int level, int side, Index k) {
    return firstOfLevel(level) + static_cast<Index>(side) * cellsPerSide(level) + k;
}

/// Level, side and position of a cell.
struct CellPlace {
    int level, side;
    Index i, j;
};
CellPlace placeOf(Index cell);

/// The middle of a cell in the mesh's axes: the axis of its cone.
Vec3 axisOf(Index cell);

/// The axes of all cells of a level, by side and Z-order.
const std::vector<Vec3>& axesOf(int level);

/// The largest tangent, over the cells of a level, of the angle between the axis and the farthest corner: the
/// opening radius r_n of the paper's cones.
Real coneRadius(int level);

/// The frame of a cell, which depends only on the cell, as rows: axis 2 is the cone's axis, axis 0 runs along
/// x of the chart. Each is the float rounding of a unit vector.
Eigen::Matrix3f frameOf(Index cell);

}  // namespace ricochet::spherical_field
