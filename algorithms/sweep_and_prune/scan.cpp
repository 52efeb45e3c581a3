#include "algorithms/sweep_and_prune/scan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/sweep_and_prune/scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::sweep::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr float kRounding = 1.00001f;  // depths and motions are differences, rounded

using Lanes = hn::CappedTag<float, Entries::kPadding>;
using Vector = hn::Vec<Lanes>;
using Numbers = hn::Rebind<std::uint32_t, Lanes>;

/// Bounds and motion of one box in every lane.
struct Query {
    HWY_INLINE Query(const float* const* min, const float* const* max, Index i, float moved)
        : minX(hn::Set(Lanes(), min[0][i])),
          minY(hn::Set(Lanes(), min[1][i])),
          minZ(hn::Set(Lanes(), min[2][i])),
          maxX(hn::Set(Lanes(), max[0][i])),
          maxY(hn::Set(Lanes(), max[1][i])),
          maxZ(hn::Set(Lanes(), max[2][i])),
          motion(hn::Set(Lanes(), moved)) {}
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
    const auto rounding = hn::Set(d, kRounding);
    Index count = 0, w = 0;
    for (; w < windowCount; ++w) {
        const Window window = windows[w];
        if (window.last - window.first > room - count) break;
        const Query query(queries.min, queries.max, window.query, queries.motion[window.query]);
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

/// Of those of `bits` that are before the last entry: how many; writes their values side by side.
template <class Mask>
HWY_INLINE Index keep(Mask mask, Index left, hn::Vec<Numbers> values, std::uint32_t* found) {
    const Numbers d;
    const auto kept = hn::And(mask, hn::FirstN(d, left));
    return static_cast<Index>(hn::CompressStore(values, kept, d, found));
}

/// Deeper than a body has moved: then it is there at both ends of its motion.
Index ScanBox(const float* const* min, const float* const* max, const EntryView& entries, Index first,
              Index last, std::uint32_t* found) {
    const Lanes d;
    const Numbers numbers;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Query query(min, max, 0, 0);
    const auto rounding = hn::Set(d, kRounding);
    const auto lane = hn::Iota(numbers, 0);
    Index count = 0;
    for (Index i = first; i < last; i += lanes) {
        const auto deep = depth(query, entries, i);
        const auto meets = hn::Ge(deep, hn::Zero(d));
        if (HWY_LIKELY(hn::AllFalse(d, meets))) continue;
        const auto isSure = hn::Ge(deep, hn::Mul(hn::LoadU(d, entries.motion + i), rounding));
        const auto sure = hn::IfThenElseZero(hn::RebindMask(numbers, isSure), hn::Set(numbers, 1u));
        const auto entry = hn::ShiftLeft<1>(hn::Add(hn::Set(numbers, i), lane));
        count += keep(hn::RebindMask(numbers, meets), last - i, hn::Or(entry, sure), found + count);
    }
    return count;
}

Index ScanAlongRay(const float* low, const float* high, const float* inverse, float length,
                   const EntryView& entries, Index first, Index last, Index* found) {
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Numbers numbers;
    const auto lane = hn::Iota(numbers, 0);
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
        const auto mayHit = hn::Le(hn::Mul(enters, earlier), hn::Mul(leaves, later));
        if (HWY_LIKELY(hn::AllFalse(d, mayHit))) continue;
        count += keep(hn::RebindMask(numbers, mayHit), last - i, hn::Add(hn::Set(numbers, i), lane),
                      found + count);
    }
    return count;
}

}  // namespace ricochet::sweep::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::sweep {

HWY_EXPORT(Scan);
HWY_EXPORT(ScanBox);
HWY_EXPORT(ScanAlongRay);

EntryView::EntryView(const Entries& entries) : motion(entries.motion.data()) {
    for (int axis = 0; axis < 3; ++axis) {
        min[axis] = entries.min[axis].data();
        max[axis] = entries.max[axis].data();
    }
}

Index scan(const EntryView& queries, const EntryView& entries, const Window* windows, Index windowCount,
           Meeting* meetings, Index room, Index* found) {
    return HWY_DYNAMIC_DISPATCH(Scan)(queries, entries, windows, windowCount, meetings, room, found);
}

Index scan(const SweepBox& query, const EntryView& entries, Index first, Index last, Find* found) {
    const float *min[3], *max[3];
    for (int axis = 0; axis < 3; ++axis) {
        min[axis] = &query.min[axis];
        max[axis] = &query.max[axis];
    }
    return HWY_DYNAMIC_DISPATCH(ScanBox)(min, max, entries, first, last,
                                         reinterpret_cast<std::uint32_t*>(found));
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
