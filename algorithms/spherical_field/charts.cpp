// Fuenfzig, Ullrich, Fellner. Hierarchical Spherical Distance Fields for Collision Detection. 2006. Equation
// 1 and figure 7. Here cells are numbered along the Z-order curve, so that a parent's number gives those of
// its children.

#include "algorithms/spherical_field/charts.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>

namespace ricochet::spherical_field {
namespace {

std::vector<Real> makeBoundaries(int level) {
    const Index count = cellsPerRow(level);
    std::vector<Real> tangents;
    for (Index i = 0; i <= count; ++i) {
        const Real x = 2 * Real(i) / count - 1;
        tangents.push_back(std::tan(std::numbers::pi / 4 * x));
    }
    // Exact values, so that neighbouring sides, and the two halves of a side, share their boundary planes.
    tangents.front() = -1;
    tangents.back() = 1;
    if (level > 0) tangents[count / 2] = 0;
    return tangents;
}

Real widestAngle(int level) {
    const Real half = Real{1} / cellsPerRow(level);
    Real cosine = 1;
    for (Index i = 0; i < cellsPerRow(level); ++i) {
        for (Index j = 0; j < cellsPerRow(level); ++j) {
            const Real x = middleOf(level, i), y = middleOf(level, j);
            const Vec3 axis = chartDirection(x, y);
            for (const Real dx : {-half, half}) {
                for (const Real dy : {-half, half}) {
                    cosine = std::min(cosine, axis.dot(chartDirection(x + dx, y + dy)));
                }
            }
        }
    }
    return std::acos(cosine);
}

/// One table per level, built when it is first needed.
template <class Table>
class TablePerLevel {
public:
    template <class Make>
    const Table& at(int level, Make&& make) {
        std::call_once(made_[level], [&] { tables_[level] = make(level); });
        return tables_[level];
    }

private:
    std::once_flag made_[kLargestLevel + 1];
    Table tables_[kLargestLevel + 1];
};

}  // namespace

Vec3 toSide(int side, const Vec3& v) {
    const int k = side % 3;
    const Real sign = side < 3 ? 1 : -1;
    return {sign * v[(k + 1) % 3], v[(k + 2) % 3], sign * v[k]};
}

Vec3 fromSide(int side, const Vec3& v) {
    const int k = side % 3;
    const Real sign = side < 3 ? 1 : -1;
    Vec3 result;
    result[(k + 1) % 3] = sign * v.x();
    result[(k + 2) % 3] = v.y();
    result[k] = sign * v.z();
    return result;
}

int sideOf(const Vec3& direction) {
    int axis = 0;
    direction.cwiseAbs().maxCoeff(&axis);
    return direction[axis] < 0 ? axis + 3 : axis;
}

Vec3 chartDirection(Real x, Real y) {
    const Real u = std::tan(std::numbers::pi / 4 * x), v = std::tan(std::numbers::pi / 4 * y);
    return Vec3(u, v, 1) / std::sqrt(1 + u * u + v * v);
}

const std::vector<Real>& boundaries(int level) {
    static TablePerLevel<std::vector<Real>> tables;
    return tables.at(level, makeBoundaries);
}

Index columnOf(int level, Real tangent) {
    const std::vector<Real>& limits = boundaries(level);
    Index low = 0;
    for (Index step = cellsPerRow(level) / 2; step > 0; step /= 2) {
        if (tangent >= limits[low + step]) low += step;
    }
    return low;
}

Index zOrder(Index i, Index j) {
    Index k = 0;
    for (int bit = 0; bit < kLargestLevel; ++bit) {
        k |= ((i >> bit) & 1) << (2 * bit) | ((j >> bit) & 1) << (2 * bit + 1);
    }
    return k;
}

Column columnOfZOrder(Index k) {
    Column at = {0, 0};
    for (int bit = 0; bit < kLargestLevel; ++bit) {
        at.i |= ((k >> (2 * bit)) & 1) << bit;
        at.j |= ((k >> (2 * bit + 1)) & 1) << bit;
    }
    return at;
}

CellPlace placeOf(Index cell) {
    int level = 0;
    while (firstOfLevel(level + 1) <= cell) ++level;
    const Index inLevel = cell - firstOfLevel(level);
    const Column at = columnOfZOrder(inLevel % cellsPerSide(level));
    return {level, static_cast<int>(inLevel / cellsPerSide(level)), at.i, at.j};
}

Vec3 axisOf(Index cell) {
    const CellPlace at = placeOf(cell);
    return fromSide(at.side, chartDirection(middleOf(at.level, at.i), middleOf(at.level, at.j)));
}

const std::vector<Vec3>& axesOf(int level) {
    static TablePerLevel<std::vector<Vec3>> tables;
    return tables.at(level, [](int n) {
        std::vector<Vec3> axes;
        for (Index cell = firstOfLevel(n); cell < cellsUpTo(n); ++cell) axes.push_back(axisOf(cell));
        return axes;
    });
}

Real coneRadius(int level) {
    static TablePerLevel<Real> radii;
    return radii.at(level, [](int n) { return std::tan(widestAngle(n)); });
}

Eigen::Matrix3f frameOf(Index cell) {
    const CellPlace at = placeOf(cell);
    const Vec3 axis = chartDirection(middleOf(at.level, at.i), middleOf(at.level, at.j));
    const Vec3 across = Vec3::UnitX() - axis.x() * axis;  // no axis of a side lies along its x
    const Vec3 second = axis.cross(across).normalized();
    Matrix3 frame;
    frame << fromSide(at.side, second.cross(axis)).transpose(), fromSide(at.side, second).transpose(),
        fromSide(at.side, axis).transpose();
    return frame.cast<float>();
}

}  // namespace ricochet::spherical_field
