#include "algorithms/octree_motion/six_steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::octree_motion {
namespace {

constexpr Real kCornerDistance = std::numbers::sqrt3_v<Real>;  // of a cube of half edge 1

/// Pairs of corners whose numbers differ in one bit.
constexpr std::array<std::array<std::size_t, 2>, 12> kEdges = {
    {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

Corners cornersOf(const Vec3& centre, Real half) {
    Corners corners;
    for (int i = 0; i < 8; ++i) corners[static_cast<std::size_t>(i)] = centre + octantOffset(i, half);
    return corners;
}

Corners turned(const Matrix3& by, const Corners& corners) {
    Corners result;
    for (std::size_t i = 0; i < 8; ++i) result[i] = by * corners[i];
    return result;
}

/// An axis-aligned cube.
struct AlignedCube {
    Vec3 centre;
    Real half;

    bool contains(const Vec3& point) const { return (point - centre).cwiseAbs().maxCoeff() <= half; }
    Real squaredDistance(const Vec3& point) const {
        return ((point - centre).cwiseAbs().array() - half).cwiseMax(0).matrix().squaredNorm();
    }
    auto countInside(const Corners& corners) const {
        return std::ranges::count_if(corners, [this](const Vec3& corner) { return contains(corner); });
    }
    bool containsAny(const Corners& corners) const {
        return std::ranges::any_of(corners, [this](const Vec3& corner) { return contains(corner); });
    }
};

/// An edge relative to the upright cube's centre.
struct Edge {
    Vec3 from, to;

    bool isOutside(Real half) const {
        return (from.cwiseMin(to).array() > half).any() || (from.cwiseMax(to).array() < -half).any();
    }
    /// Whether it pierces one of the cube's two faces perpendicular to `axis`.
    bool piercesFace(int axis, Real half) const {
        for (const Real plane : {-half, half}) {
            if ((from[axis] > plane) == (to[axis] > plane)) continue;
            const Vec3 at = from + (plane - from[axis]) / (to[axis] - from[axis]) * (to - from);
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            if (std::abs(at[u]) <= half && std::abs(at[v]) <= half) return true;
        }
        return false;
    }
};

/// Steps 5 and 6.
bool anEdgePierces(const AlignedCube& larger, const Corners& smaller) {
    std::array<Edge, 12> edges;
    std::size_t count = 0;
    for (const auto& [from, to] : kEdges) {
        const Edge edge = {smaller[from] - larger.centre, smaller[to] - larger.centre};
        if (!edge.isOutside(larger.half)) edges[count++] = edge;
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            if (edges[i].piercesFace(axis, larger.half)) return true;
        }
    }
    return false;
}

}  // namespace

void SixSteps::prepare(const PlacedCubes& placed) {
    placed_ = &placed;
    centresInSource_.clear();
    corners_.clear();
    cornersInSource_.clear();
    for (Index i = 0; i < placed.count(); ++i) {
        centresInSource_.push_back(placed.inverse * placed.centres[i]);
        cornersInSource_.push_back(cornersOf(centresInSource_[i], placed.halves[i]));
        corners_.push_back(turned(placed.rotation, cornersInSource_[i]));
    }
}

void SixSteps::findCorners(TargetCube& target) const {
    if (target.hasCorners) return;
    target.corners = cornersOf(target.centre, target.half);
    target.cornersInSource = turned(placed_->inverse, target.corners);
    target.hasCorners = true;
}

CubeRelation SixSteps::operator()(Index cube, TargetCube& target) const {
    // Step 1: which cube is smaller.
    const AlignedCube source = {centresInSource_[cube], placed_->halves[cube]};
    const AlignedCube upright = {target.centre, target.half};
    const bool isTargetSmaller = target.half < source.half;
    const AlignedCube& larger = isTargetSmaller ? source : upright;
    const Real radius = std::min(source.half, target.half);

    // Step 2: its circumscribed and inscribed spheres.
    const Vec3& centre = isTargetSmaller ? target.centreInSource : placed_->centres[cube];
    const Real squaredDistance = larger.squaredDistance(centre);
    if (squaredDistance > kCornerDistance * kCornerDistance * radius * radius) return CubeRelation::apart;
    const bool meetSurely = squaredDistance <= radius * radius;
    if (meetSurely && !isTargetSmaller) return CubeRelation::intersect;

    // Step 3: its corners in the larger cube.
    findCorners(target);
    const Corners& smallCorners = isTargetSmaller ? target.cornersInSource : corners_[cube];
    if (isTargetSmaller) {
        const auto inside = larger.countInside(smallCorners);
        if (inside == 8) return CubeRelation::covered;
        if (inside > 0 || meetSurely) return CubeRelation::intersect;
    } else if (larger.containsAny(smallCorners)) {
        return CubeRelation::intersect;
    }

    // Step 4: corners of the larger cube in the smaller one.
    const AlignedCube& smaller = isTargetSmaller ? upright : source;
    if (smaller.containsAny(isTargetSmaller ? corners_[cube] : target.cornersInSource)) {
        return CubeRelation::intersect;
    }
    return anEdgePierces(larger, smallCorners) ? CubeRelation::intersect : CubeRelation::apart;
}

}  // namespace ricochet::octree_motion
