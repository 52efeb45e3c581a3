#include "algorithms/face_octree/outcodes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/face_octree/outcodes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<Real>;
using Bits = hn::RebindToUnsigned<Tag>;

/// Bit 2 * axis is set if a coordinate is below `min`, the next one if it is above `max`.
hn::Vec<Bits> CodeAlong(int axis, const Real* coordinates, Real min, Real max) {
    const Tag d;
    const Bits bits;
    const auto value = hn::LoadU(d, coordinates);
    const auto below = hn::RebindMask(bits, hn::Lt(value, hn::Set(d, min)));
    const auto above = hn::RebindMask(bits, hn::Gt(value, hn::Set(d, max)));
    return hn::Or(hn::IfThenElseZero(below, hn::Set(bits, std::uint64_t{1} << (2 * axis))),
                  hn::IfThenElseZero(above, hn::Set(bits, std::uint64_t{2} << (2 * axis))));
}

/// Computes the codes that fill whole registers; returns how many. One array per axis. Plain arrays only: an
/// inline function compiled here for a new CPU must not be linked into code for older ones.
std::size_t FindWholeVectors(const Real* const* points, std::size_t count, const Real* min, const Real* max,
                             std::uint8_t* codes) {
    const std::size_t lanes = hn::Lanes(Tag());
    const hn::Rebind<std::uint8_t, Tag> bytes;
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        auto code = CodeAlong(0, points[0] + i, min[0], max[0]);
        code = hn::Or(code, CodeAlong(1, points[1] + i, min[1], max[1]));
        code = hn::Or(code, CodeAlong(2, points[2] + i, min[2], max[2]));
        hn::StoreU(hn::TruncateTo(bytes, code), bytes, codes + i);
    }
    return i;
}

}  // namespace ricochet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet {

HWY_EXPORT(FindWholeVectors);

void findOutcodes(const PointList& points, const Aabb& box, std::span<std::uint8_t> codes) {
    const Real* const arrays[3] = {points.x.data(), points.y.data(), points.z.data()};
    std::size_t i = HWY_DYNAMIC_DISPATCH(FindWholeVectors)(arrays, codes.size(), box.min.data(),
                                                           box.max.data(), codes.data());
    for (; i < codes.size(); ++i) {
        unsigned code = 0;
        for (int axis = 0; axis < 3; ++axis) {
            code |= unsigned{arrays[axis][i] < box.min[axis]} << (2 * axis);
            code |= unsigned{arrays[axis][i] > box.max[axis]} << (2 * axis + 1);
        }
        codes[i] = static_cast<std::uint8_t>(code);
    }
}

}  // namespace ricochet
#endif
