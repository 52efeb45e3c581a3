// Tests the eight octants of a node against one cube after another: one octant per lane, one axis per step.
// Nothing is gathered, and a list of one cube fills the lanes as well as a list of hundreds.

#include "algorithms/octree_motion/octant_tests.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/octree_motion/octant_tests.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which compiles it once per target.
#include "algorithms/geometry/simd8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ricochet::octree_motion::HWY_NAMESPACE {

namespace s8 = simd8::HWY_NAMESPACE;
using s8::F8;

// Plain pointers only: an inline function compiled here for a new CPU must not be linked into code for older
// ones.

/// Over some axes: greatest distance of each octant from the cube (negative: overlap), and least depth of the
/// octant inside it (negative: it extends out).
struct Along {
    F8 gap, inside;
};

template <bool kInside>
HWY_INLINE void see(Along& seen, int axis, const CubeSlabs& cube, const OctantSlabs& octants,
                    const float* centre) {
    const F8 low = s8::all(cube.low[axis] - centre[axis]), high = s8::all(cube.high[axis] - centre[axis]);
    const F8 octantLow = s8::load(octants.low[axis]), octantHigh = s8::load(octants.high[axis]);
    seen.gap = s8::max(seen.gap, s8::max(low - octantHigh, octantLow - high));
    if constexpr (kInside) {
        seen.inside = s8::min(seen.inside, s8::min(high - octantHigh, octantLow - low));
    }
}

HWY_INLINE Along nothingSeen() { return {s8::all(-1e30f), s8::all(1e30f)}; }

/// Bits of octants with a gap of at most `doubt`; `seen` may lack the last axes if there are none.
HWY_INLINE std::uint32_t hits(Along& seen, const CubeSlabs& cube, const OctantSlabs& octants,
                              const float* centre, const F8& doubt) {
    for (int axis = 0; axis < Axes::kSource; ++axis) see<true>(seen, axis, cube, octants, centre);
    for (int axis = Axes::kSource; axis < Axes::kFaces; ++axis) {
        see<false>(seen, axis, cube, octants, centre);
    }
    std::uint32_t apart = s8::signBits(doubt - seen.gap);
    if (apart == 0xff) return 0;
    for (int axis = Axes::kFaces; axis < Axes::kAll; ++axis) see<false>(seen, axis, cube, octants, centre);
    apart = s8::signBits(doubt - seen.gap);
    return ~apart & 0xff;
}

void Classify(const CubeSlabs* cubes, const Index* list, std::size_t count, const OctantSlabs* octants,
              const float* centre, float doubt, std::uint8_t* met, std::uint8_t* covered) {
    const F8 inDoubt = s8::all(doubt);
    for (std::size_t i = 0; i < count; ++i) {
        Along seen = nothingSeen();
        met[i] = static_cast<std::uint8_t>(hits(seen, cubes[list[i]], *octants, centre, inDoubt));
        covered[i] = static_cast<std::uint8_t>(met[i] & s8::signBits(inDoubt - seen.inside));
    }
}

/// Returns the octants that are certainly met; `unsure` gets the undecided ones for each cube.
std::uint32_t MeetVoxels(const CubeSlabs* cubes, const Index* list, std::size_t count,
                         const OctantSlabs* octants, const float* centre, float doubt, std::uint8_t* unsure) {
    const F8 inDoubt = s8::all(doubt);
    std::uint32_t certain = 0;
    for (std::size_t i = 0; i < count && certain != 0xff; ++i) {
        Along seen = nothingSeen();
        const std::uint32_t met = hits(seen, cubes[list[i]], *octants, centre, inDoubt);
        const std::uint32_t surely = met & s8::signBits(seen.gap + inDoubt);
        certain |= surely;
        unsure[i] = static_cast<std::uint8_t>(met & ~surely);
    }
    return certain;
}

/// The same for octants whose centre is in a cube.
std::uint32_t HoldCentres(const CubeSlabs* cubes, const Index* list, std::size_t count,
                          const OctantSlabs* octants, const float* centre, float doubt,
                          std::uint8_t* unsure) {
    const F8 inDoubt = s8::all(doubt);
    F8 place[Axes::kSource];
    for (int axis = 0; axis < Axes::kSource; ++axis) {
        place[axis] = s8::load(octants->low[axis]) + s8::all(centre[axis]);
    }
    std::uint32_t certain = 0;
    for (std::size_t i = 0; i < count && certain != 0xff; ++i) {
        const CubeSlabs& cube = cubes[list[i]];
        F8 inside = s8::all(1e30f);
        for (int axis = 0; axis < Axes::kSource; ++axis) {
            const F8 fromLow = place[axis] - s8::all(cube.low[axis]);
            const F8 fromHigh = s8::all(cube.high[axis]) - place[axis];
            inside = s8::min(inside, s8::min(fromLow, fromHigh));
        }
        const std::uint32_t surely = s8::signBits(inDoubt - inside);
        const std::uint32_t outside = s8::signBits(inside + inDoubt);
        certain |= surely;
        unsure[i] = static_cast<std::uint8_t>(~(surely | outside));
    }
    return certain;
}

}  // namespace ricochet::octree_motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <bit>
#include <cmath>

namespace ricochet::octree_motion {

HWY_EXPORT(Classify);
HWY_EXPORT(MeetVoxels);
HWY_EXPORT(HoldCentres);

namespace {

/// Error after ten roundings, relative to the largest coordinate.
constexpr float kDoubtPerLength = 0x1p-20f;

AxisLanes axisLanes(const Axes& axes) {
    AxisLanes lanes;
    for (std::size_t a = 0; a < Axes::kAll; ++a) {
        lanes.x[a] = axes.normal[a].x();
        lanes.y[a] = axes.normal[a].y();
        lanes.z[a] = axes.normal[a].z();
        lanes.ofSource[a] = axes.ofSource[a];
    }
    return lanes;
}

CubeSlabs cubeSlabs(const AxisLanes& axes, const Vec3& centre, Real half) {
    const Real x = centre.x(), y = centre.y(), z = centre.z();
    CubeSlabs slabs;
    for (int a = 0; a < AxisLanes::kPlaces; ++a) {
        const Real middle = axes.x[a] * x + axes.y[a] * y + axes.z[a] * z;
        const Real extent = axes.ofSource[a] * half;
        slabs.low[a] = static_cast<float>(middle - extent);
        slabs.high[a] = static_cast<float>(middle + extent);
    }
    return slabs;
}

/// Slabs of a node whose octants have this half edge; `compared`: half edge of the compared part.
OctantSlabs octantSlabs(const Axes& axes, Real octantHalf, Real compared) {
    OctantSlabs slabs;
    for (std::size_t a = 0; a < Axes::kAll; ++a) {
        const Real extent = axes.ofTarget[a] * compared;
        for (int k = 0; k < 8; ++k) {
            const Real middle = axes.normal[a].dot(octantOffset(k, octantHalf));
            slabs.low[a][k] = static_cast<float>(middle - extent);
            slabs.high[a][k] = static_cast<float>(middle + extent);
        }
    }
    return slabs;
}

}  // namespace

struct OctantTests::View {
    const CubeSlabs* cubes;
    const OctantSlabs* octants;
};

OctantTests::View OctantTests::view(int nodeLevel, const Vec3& centre, float* projected) const {
    const Real x = centre.x(), y = centre.y(), z = centre.z();
    for (int a = 0; a < AxisLanes::kPlaces; ++a) {
        projected[a] = static_cast<float>(lanes_.x[a] * x + lanes_.y[a] * y + lanes_.z[a] * z);
    }
    return {cubes_.data(), &octants_[static_cast<std::size_t>(nodeLevel)]};
}

void OctantTests::prepare(const PlacedCubes& placed) {
    placed_ = &placed;
    axes_ = axesOf(placed.rotation);
    lanes_ = axisLanes(axes_);
    cubes_.clear();
    Real farthest = 2 * placed.rootHalf();  // more than sqrt(3) times, plus the octants' size
    for (Index i = 0; i < placed.count(); ++i) {
        cubes_.push_back(cubeSlabs(lanes_, placed.centres[i], placed.halves[i]));
        farthest = std::max(farthest, placed.centres[i].norm() + 2 * placed.halves[i]);
    }
    doubt_ = kDoubtPerLength * static_cast<float>(farthest);
    octants_.clear();
    Real half = placed.rootHalf() / 2;
    for (int level = 0; level < placed.level; ++level, half /= 2) {
        octants_.push_back(octantSlabs(axes_, half, placed.comparedHalf(half)));
    }
}

void OctantTests::classify(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                           std::uint8_t* covered) const {
    float projected[AxisLanes::kPlaces];
    const View seen = view(nodeLevel, centre, projected);
    HWY_DYNAMIC_DISPATCH(Classify)
    (seen.cubes, cubes.data(), cubes.size(), seen.octants, projected, doubt_, met, covered);
}

bool OctantTests::isBlack(Index cube, const Vec3& voxelCentre) const {
    if (placed_->rule == VoxelRule::centre) return contains(*placed_, cube, voxelCentre);
    return relationByAxes(*placed_, axes_, cube, voxelCentre, 0.5) != CubeRelation::apart;
}

std::uint32_t OctantTests::blackIn(const View& seen, const float* projected, const Vec3& centre,
                                   std::span<const Index> cubes, std::uint8_t* scratch) const {
    const auto test = placed_->rule == VoxelRule::centre ? HWY_DYNAMIC_DISPATCH(HoldCentres)
                                                         : HWY_DYNAMIC_DISPATCH(MeetVoxels);
    std::uint32_t black =
        test(seen.cubes, cubes.data(), cubes.size(), seen.octants, projected, doubt_, scratch);
    for (std::size_t i = 0; i < cubes.size() && black != 0xff; ++i) {
        for (std::uint32_t unsure = scratch[i] & ~black; unsure != 0; unsure &= unsure - 1) {
            const int k = std::countr_zero(unsure);
            if (isBlack(cubes[i], centre + octantOffset(k, 0.5))) black |= 1u << k;
        }
    }
    return black;
}

std::uint32_t OctantTests::blackVoxels(const Vec3& centre, std::span<const Index> cubes,
                                       std::uint8_t* scratch) const {
    float projected[AxisLanes::kPlaces];
    const View seen = view(placed_->level - 1, centre, projected);
    return blackIn(seen, projected, centre, cubes, scratch);
}

void OctantTests::blackVoxelsOfEach(const Vec3& centre, std::span<const Index> cubes,
                                    std::uint8_t* black) const {
    float projected[AxisLanes::kPlaces];
    const View seen = view(placed_->level - 1, centre, projected);
    std::uint8_t scratch = 0;
    for (std::size_t i = 0; i < cubes.size(); ++i) {
        black[i] = static_cast<std::uint8_t>(blackIn(seen, projected, centre, cubes.subspan(i, 1), &scratch));
    }
}

}  // namespace ricochet::octree_motion
#endif
