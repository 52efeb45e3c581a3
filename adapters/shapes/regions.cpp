#include "adapters/shapes/regions.h"

#include <cmath>
#include <limits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kFarthestCell = 1e15;  // cells: doubles represent every number up to it
constexpr Real kCellsPerSize = 2;     // fewer make larger regions, more make more of them along a path

/// Metres: size of the largest boxes that regions of a level contain.
Real boxSize(int level) { return std::exp2(level / 2.0); }

}  // namespace

RegionName regionAbout(const Aabb& box, int columnAxis) {
    Vec3 size = box.size(), centre = box.centre();
    if (columnAxis >= 0) size[columnAxis] = centre[columnAxis] = 0;
    if (!(size.maxCoeff() > 0) || !size.allFinite()) return {};
    RegionName region;
    region.level = static_cast<int>(std::ceil(2 * std::log2(size.maxCoeff())));
    const Vec3 cell = (centre * kCellsPerSize / boxSize(region.level)).array().floor();
    if (!(cell.cwiseAbs().maxCoeff() < kFarthestCell)) return {};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        region.cell[axis] = static_cast<std::int64_t>(cell[static_cast<Eigen::Index>(axis)]);
    }
    return region;
}

Aabb regionBox(const RegionName& region, int columnAxis) {
    const Real size = boxSize(region.level), edge = size / kCellsPerSize;
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        const Real at = edge * static_cast<Real>(region.cell[static_cast<std::size_t>(axis)]);
        const bool isOpen = axis == columnAxis;
        box.min[axis] = isOpen ? -std::numeric_limits<Real>::infinity() : at - size / 2;
        box.max[axis] = isOpen ? std::numeric_limits<Real>::infinity() : at + edge + size / 2;
    }
    return box;
}

Aabb boxSeenFrom(const Pose& pose, const Aabb& box) {
    const Matrix3 toFrame = pose.rotation.inverse();
    const Vec3 centre = toFrame * (box.centre() - pose.translation);
    const Vec3 half = toFrame.cwiseAbs() * (box.size() / 2);
    return {centre - half, centre + half};
}

bool holds(const Aabb& region, const Aabb& box) {
    return (region.min.array() <= box.min.array()).all() && (box.max.array() <= region.max.array()).all();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
