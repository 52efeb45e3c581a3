#include "algorithms/geometry/placed_vertices.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/geometry/placed_vertices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<Real>;
using Lane = hn::Vec<Tag>;

/// One row of the pose, in every lane.
struct Row {
    Lane x, y, z, t;

    explicit Row(const Real* row)
        : x(hn::Set(Tag(), row[0])),
          y(hn::Set(Tag(), row[1])),
          z(hn::Set(Tag(), row[2])),
          t(hn::Set(Tag(), row[3])) {}

    /// The order of `transformPoint`; never a fused multiply-add.
    Lane operator()(Lane vx, Lane vy, Lane vz) const {
        return hn::Add(hn::Add(hn::Add(hn::Mul(x, vx), hn::Mul(y, vy)), hn::Mul(z, vz)), t);
    }
};

/// Smallest and largest value seen, lane by lane.
struct Extent {
    Lane minimum, maximum;

    Extent()
        : minimum(hn::Set(Tag(), std::numeric_limits<Real>::infinity())),
          maximum(hn::Set(Tag(), -std::numeric_limits<Real>::infinity())) {}
    void include(Lane value) {
        minimum = hn::Min(minimum, value);
        maximum = hn::Max(maximum, value);
    }
    void store(Real& min, Real& max) const {
        min = hn::GetLane(hn::MinOfLanes(Tag(), minimum));
        max = hn::GetLane(hn::MaxOfLanes(Tag(), maximum));
    }
};

/// Places the vertices that fill whole registers; returns how many. `rows` is the 3 x 4 matrix. Plain arrays
/// only: an inline function compiled here for a new CPU must not be linked into code for older ones.
std::size_t PlaceWholeVectors(const Real* rows, const Real* vertices, std::size_t count, Real* const* placed,
                              Real* min, Real* max) {
    const Tag d;
    const std::size_t lanes = hn::Lanes(d);
    const Row toX(rows), toY(rows + 4), toZ(rows + 8);
    Extent alongX, alongY, alongZ;
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        Lane vx, vy, vz;
        hn::LoadInterleaved3(d, vertices + 3 * i, vx, vy, vz);
        const Lane x = toX(vx, vy, vz), y = toY(vx, vy, vz), z = toZ(vx, vy, vz);
        hn::StoreU(x, d, placed[0] + i);
        hn::StoreU(y, d, placed[1] + i);
        hn::StoreU(z, d, placed[2] + i);
        alongX.include(x);
        alongY.include(y);
        alongZ.include(z);
    }
    alongX.store(min[0], max[0]);
    alongY.store(min[1], max[1]);
    alongZ.store(min[2], max[2]);
    return i;
}

}  // namespace ricochet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet {

HWY_EXPORT(PlaceWholeVectors);

void PointList::resize(std::size_t count) {
    for (std::vector<Real>* coordinate : {&x, &y, &z}) coordinate->resize(count);
}

Aabb placeVertices(const Pose& pose, std::span<const Vec3> vertices, PointList& placed) {
    static_assert(sizeof(Vec3) == 3 * sizeof(Real), "vertices are read as one array of coordinates");
    placed.resize(vertices.size());
    Aabb box;
    if (vertices.empty()) return box;
    Eigen::Matrix<Real, 3, 4, Eigen::RowMajor> rows;
    rows << pose.rotation, pose.translation;
    Real* const coordinates[3] = {placed.x.data(), placed.y.data(), placed.z.data()};
    std::size_t i = HWY_DYNAMIC_DISPATCH(PlaceWholeVectors)(
        rows.data(), vertices.front().data(), vertices.size(), coordinates, box.min.data(), box.max.data());
    for (; i < vertices.size(); ++i) {
        const Vec3 point = transformPoint(pose, vertices[i]);
        placed.x[i] = point.x();
        placed.y[i] = point.y();
        placed.z[i] = point.z();
        box.include(point);
    }
    return box;
}

Aabb placedBox(const Pose& pose, const Aabb& box) {
    const Matrix3 magnitude = pose.rotation.cwiseAbs();
    const Vec3 centre = transformPoint(pose, box.centre());
    const Vec3 half = magnitude * (0.5 * box.size());
    // Each product and sum of a placed vertex, and of this box, may be rounded once.
    const Vec3 largest =
        magnitude * box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()) + pose.translation.cwiseAbs();
    const Vec3 rounding = 16 * std::numeric_limits<Real>::epsilon() * largest;
    return {centre - half - rounding, centre + half + rounding};
}

}  // namespace ricochet
#endif
