#include "algorithms/sweep_and_prune/scan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/sweep_and_prune/scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::sweep::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, Entries::kPadding>;
using Vector = hn::Vec<Lanes>;

/// Bounds and motion of one box in every lane.
struct Query {
    HWY_INLINE Query(const EntryView& view, Index i)
        : minX(hn::Set(Lanes(), view.min[0][i])),
          minY(hn::Set(Lanes(), view.min[1][i])),
          minZ(hn::Set(Lanes(), view.min[2][i])),
          maxX(hn::Set(Lanes(), view.max[0][i])),
          maxY(hn::Set(Lanes(), view.max[1][i])),
          maxZ(hn::Set(Lanes(), view.max[2][i])),
          motion(hn::Set(Lanes(), view.motion[i])) {}
    Vector minX, minY, minZ, maxX, maxY, maxZ, motion;
};

template <class Mask>
HWY_INLINE unsigned bitsOf(Mask mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Lanes(), mask, bytes);
    return bytes[0];
}

/// How deep the query meets the boxes from i on; negative: not at all.
HWY_INLINE Vector depth(const Query& query, const EntryView& view, Index i) {
    const Lanes d;
    const auto x = hn::Min(hn::Sub(query.maxX, hn::LoadU(d, view.min[0] + i)),
                           hn::Sub(hn::LoadU(d, view.max[0] + i), query.minX));
    const auto y = hn::Min(hn::Sub(query.maxY, hn::LoadU(d, view.min[1] + i)),
                           hn::Sub(hn::LoadU(d, view.max[1] + i), query.minY));
    const auto z = hn::Min(hn::Sub(query.maxZ, hn::LoadU(d, view.min[2] + i)),
                           hn::Sub(hn::LoadU(d, view.max[2] + i), query.minZ));
    return hn::Min(hn::Min(x, y), z);
}

Index Scan(const EntryView& queries, const EntryView& entries, const Window* windows, Index windowCount,
           Meeting* meetings, Index room, Index* found) {
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const auto rounding = hn::Set(d, 1.00001f);  // depth and motions are differences, rounded
    Index count = 0, w = 0;
    for (; w < windowCount; ++w) {
        const Window window = windows[w];
        if (window.last - window.first > room - count) break;
        const Query query(queries, window.query);
        for (Index i = window.first; i < window.last; i += lanes) {
            const auto deep = depth(query, entries, i);
            const auto moved = hn::Mul(hn::Add(query.motion, hn::LoadU(d, entries.motion + i)), rounding);
            unsigned bits = bitsOf(hn::And(hn::Ge(deep, hn::Zero(d)), hn::Lt(deep, moved)));
            if (HWY_LIKELY(bits == 0)) continue;
            if (window.last - i < lanes) bits &= (1u << (window.last - i)) - 1;
            for (; bits != 0; bits &= bits - 1) {
                meetings[count++] = {window.query, i + static_cast<Index>(__builtin_ctz(bits))};
            }
        }
    }
    *found = count;
    return w;
}

Index ScanAlongRay(const float* low, const float* high, const float* inverse, float length,
                   const EntryView& entries, Index first, Index last, Index* found) {
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const auto earlier = hn::Set(d, 0.999999f), later = hn::Set(d, 1.000001f);
    Index count = 0;
    for (Index i = first; i < last; i += lanes) {
        auto enters = hn::Zero(d), leaves = hn::Set(d, length);
        for (int axis = 0; axis < 3; ++axis) {
            const auto steep = hn::Set(d, inverse[axis]);
            const auto a =
                hn::Mul(hn::Sub(hn::LoadU(d, entries.min[axis] + i), hn::Set(d, low[axis])), steep);
            const auto b =
                hn::Mul(hn::Sub(hn::LoadU(d, entries.max[axis] + i), hn::Set(d, high[axis])), steep);
            enters = hn::Max(enters, hn::Min(a, b));
            leaves = hn::Min(leaves, hn::Max(a, b));
        }
        unsigned bits = bitsOf(hn::Le(hn::Mul(enters, earlier), hn::Mul(leaves, later)));
        if (last - i < lanes) bits &= (1u << (last - i)) - 1;
        for (; bits != 0; bits &= bits - 1) found[count++] = i + static_cast<Index>(__builtin_ctz(bits));
    }
    return count;
}

}  // namespace ricochet::sweep::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::sweep {

HWY_EXPORT(Scan);
HWY_EXPORT(ScanAlongRay);

EntryView::EntryView(const Entries& entries) : motion(entries.motion.data()) {
    for (int axis = 0; axis < 3; ++axis) {
        min[axis] = entries.min[axis].data();
        max[axis] = entries.max[axis].data();
    }
}

EntryView::EntryView(const SweepBox& box, const float& boxMotion) : motion(&boxMotion) {
    for (int axis = 0; axis < 3; ++axis) {
        min[axis] = &box.min[axis];
        max[axis] = &box.max[axis];
    }
}

Index scan(const EntryView& queries, const EntryView& entries, const Window* windows, Index windowCount,
           Meeting* meetings, Index room, Index* found) {
    return HWY_DYNAMIC_DISPATCH(Scan)(queries, entries, windows, windowCount, meetings, room, found);
}

/// A box and the point of the ray beside it have about the same coordinates; what rounding takes off either,
/// in metres, the pad gives back.
ScanRay::ScanRay(const SweepRay& ray, const Vec3& inverseInDouble) : length(static_cast<float>(ray.length)) {
    const Vec3 end = ray.origin + ray.length * ray.direction;
    const Real scale = std::max({ray.origin.cwiseAbs().maxCoeff(), end.cwiseAbs().maxCoeff(),
                                 ray.boxMin.cwiseAbs().maxCoeff(), ray.boxMax.cwiseAbs().maxCoeff()});
    const Real pad = 1e-6 * scale + 1e-30;
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = static_cast<float>(ray.origin[axis] + ray.boxMax[axis] + pad);
        high[axis] = static_cast<float>(ray.origin[axis] + ray.boxMin[axis] - pad);
        inverse[axis] = static_cast<float>(inverseInDouble[axis]);
    }
}

Index scan(const ScanRay& ray, const EntryView& entries, Index first, Index last, Index* found) {
    return HWY_DYNAMIC_DISPATCH(ScanAlongRay)(ray.low.data(), ray.high.data(), ray.inverse.data(), ray.length,
                                              entries, first, last, found);
}

}  // namespace ricochet::sweep
#endif
