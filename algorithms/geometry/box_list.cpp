#include "algorithms/geometry/box_list.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/geometry/box_list.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Plain arrays only: an inline function compiled here for a new CPU must not be linked into code for older
/// ones. Per axis: `boxMin` and `boxMax` point to the bounds of all boxes, `queryMin` and `queryMax` to one
/// value.
Index FindOverlapping(const Real* const* boxMin, const Real* const* boxMax, Index count, const Real* queryMin,
                      const Real* queryMax, Index* found) {
    const hn::CappedTag<Real, BoxList::kPadding> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    Index foundCount = 0;
    for (Index i = 0; i < count; i += lanes) {
        auto overlap = hn::Le(hn::LoadU(d, boxMin[0] + i), hn::Set(d, queryMax[0]));
        overlap = hn::And(overlap, hn::Ge(hn::LoadU(d, boxMax[0] + i), hn::Set(d, queryMin[0])));
        for (int axis = 1; axis < 3; ++axis) {
            const auto begins = hn::Le(hn::LoadU(d, boxMin[axis] + i), hn::Set(d, queryMax[axis]));
            const auto ends = hn::Ge(hn::LoadU(d, boxMax[axis] + i), hn::Set(d, queryMin[axis]));
            overlap = hn::And(overlap, hn::And(begins, ends));
        }
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, overlap, bytes);
        for (unsigned bits = bytes[0]; bits != 0; bits &= bits - 1) {
            found[foundCount++] = i + static_cast<Index>(__builtin_ctz(bits));
        }
    }
    return foundCount;
}

}  // namespace ricochet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet {

HWY_EXPORT(FindOverlapping);

void BoxList::resize(Index newCount) {
    const std::size_t padded = (newCount + kPadding - 1) / kPadding * kPadding;
    for (Index axis = 0; axis < 3; ++axis) {
        min[axis].resize(padded);
        max[axis].resize(padded);
    }
    for (std::size_t i = newCount; i < padded; ++i) set(static_cast<Index>(i), Aabb{});
    count = newCount;
}

void boxesOfFaces(const Mesh& mesh, const PointList& placed, Real by, BoxList& boxes) {
    boxes.resize(mesh.faceCount());
    for (Index i = 0; i < boxes.count; ++i) {
        const auto [u, v, w] = mesh.face(i);
        boxes.set(i, grownOutward(boxOf({placed[u], placed[v], placed[w]}), by));
    }
}

Index findOverlapping(const BoxList& boxes, const Aabb& query, std::span<Index> found) {
    const Real* const boxMin[3] = {boxes.min[0].data(), boxes.min[1].data(), boxes.min[2].data()};
    const Real* const boxMax[3] = {boxes.max[0].data(), boxes.max[1].data(), boxes.max[2].data()};
    return HWY_DYNAMIC_DISPATCH(FindOverlapping)(boxMin, boxMax, boxes.count, query.min.data(),
                                                 query.max.data(), found.data());
}

}  // namespace ricochet
#endif
