#include "algorithms/sweep_and_prune/scan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/sweep_and_prune/scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::sweep::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr float kRounding = 1.00001f;  // depths and motions are differences, rounded

using Lanes = hn::CappedTag<float, EntryBlock::kEntries>;
using Vector = hn::Vec<Lanes>;
using Numbers = hn::Rebind<std::uint32_t, Lanes>;

/// Bounds and motion of one box in every lane.
struct Query {
    HWY_INLINE Query(const SweepBox& box, float moved)
        : minX(hn::Set(Lanes(), box.min[0])),
          minY(hn::Set(Lanes(), box.min[1])),
          minZ(hn::Set(Lanes(), box.min[2])),
          maxX(hn::Set(Lanes(), box.max[0])),
          maxY(hn::Set(Lanes(), box.max[1])),
          maxZ(hn::Set(Lanes(), box.max[2])),
          motion(hn::Set(Lanes(), moved)) {}
    Vector minX, minY, minZ, maxX, maxY, maxZ, motion;
};

/// As many consecutive entries as there are lanes, all of one block.
struct Group {
    HWY_INLINE Group(const EntryBlock* blocks, Index i)
        : block(blocks[i / EntryBlock::kEntries]), place(i % EntryBlock::kEntries) {}
    HWY_INLINE Vector min(int axis) const { return hn::Load(Lanes(), block.min[axis] + place); }
    HWY_INLINE Vector max(int axis) const { return hn::Load(Lanes(), block.max[axis] + place); }
    HWY_INLINE Vector motion() const { return hn::Load(Lanes(), block.motion + place); }

    const EntryBlock& block;
    Index place;
};

/// The first entry of the group in which an entry is.
HWY_INLINE Index groupOf(Index entry) { return entry - entry % static_cast<Index>(hn::Lanes(Lanes())); }

template <class Mask>
HWY_INLINE unsigned bitsOf(Mask mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Lanes(), mask, bytes);
    return bytes[0];
}

/// How deep the query meets the boxes of a group; negative: not at all.
HWY_INLINE Vector depth(const Query& query, const Group& group) {
    const auto x = hn::Min(hn::Sub(query.maxX, group.min(0)), hn::Sub(group.max(0), query.minX));
    const auto y = hn::Min(hn::Sub(query.maxY, group.min(1)), hn::Sub(group.max(1), query.minY));
    const auto z = hn::Min(hn::Sub(query.maxZ, group.min(2)), hn::Sub(group.max(2), query.minZ));
    return hn::Min(hn::Min(x, y), z);
}

Index Scan(const Entries& queries, const EntryBlock* entries, const Window* windows, Index windowCount,
           Meeting* meetings, Index room, Index* found) {
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const auto rounding = hn::Set(d, kRounding);
    Index count = 0, w = 0;
    for (; w < windowCount; ++w) {
        const Window window = windows[w];
        if (window.last - window.first > room - count) break;
        const Query query(queries.box(window.query), queries.motion(window.query));
        for (Index i = groupOf(window.first); i < window.last; i += lanes) {
            const Group group(entries, i);
            const auto deep = depth(query, group);
            const auto moved = hn::Mul(hn::Add(query.motion, group.motion()), rounding);
            unsigned bits = bitsOf(hn::And(hn::Ge(deep, hn::Zero(d)), hn::Lt(deep, moved)));
            if (HWY_LIKELY(bits == 0)) continue;
            if (i < window.first) bits &= ~0u << (window.first - i);
            if (window.last - i < lanes) bits &= (1u << (window.last - i)) - 1;
            for (; bits != 0; bits &= bits - 1) {
                meetings[count++] = {window.query, i + static_cast<Index>(__builtin_ctz(bits))};
            }
        }
    }
    *found = count;
    return w;
}

/// Which lanes of the group at i are entries from `first` to `last`.
HWY_INLINE hn::Mask<Numbers> within(Index i, Index first, Index last) {
    const Numbers d;
    const auto before = hn::FirstN(d, i < first ? first - i : 0);
    return hn::AndNot(before, hn::FirstN(d, last - i));
}

/// Writes the kept lanes one after the other, and beyond them what has no meaning; returns how many are kept.
/// Not hn::CompressStore: its masked store to memory takes a hundred cycles on some processors.
HWY_INLINE Index append(hn::Vec<Numbers> lanes, hn::Mask<Numbers> kept, std::uint32_t* list) {
    const Numbers d;
    hn::StoreU(hn::Compress(lanes, kept), d, list);
    return static_cast<Index>(hn::CountTrue(d, kept));
}

/// Deeper than a body has moved: then it is there at both ends of its motion.
Index ScanBox(const SweepBox& box, const EntryBlock* entries, Index first, Index last, std::uint32_t* found) {
    const Lanes d;
    const Numbers numbers;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Query query(box, 0);
    const auto rounding = hn::Set(d, kRounding);
    const auto lane = hn::Iota(numbers, 0);
    Index count = 0;
    for (Index i = groupOf(first); i < last; i += lanes) {
        const Group group(entries, i);
        const auto deep = depth(query, group);
        const auto meets = hn::Ge(deep, hn::Zero(d));
        if (HWY_LIKELY(hn::AllFalse(d, meets))) continue;
        const auto isSure = hn::Ge(deep, hn::Mul(group.motion(), rounding));
        const auto sure = hn::IfThenElseZero(hn::RebindMask(numbers, isSure), hn::Set(numbers, 1u));
        const auto entry = hn::ShiftLeft<1>(hn::Add(hn::Set(numbers, i), lane));
        const auto kept = hn::And(hn::RebindMask(numbers, meets), within(i, first, last));
        count += append(hn::Or(entry, sure), kept, found + count);
    }
    return count;
}

Index ScanAlongRay(const float* low, const float* high, const float* inverse, float length,
                   const EntryBlock* entries, Index first, Index last, Index* found) {
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Numbers numbers;
    const auto lane = hn::Iota(numbers, 0);
    const auto earlier = hn::Set(d, 0.999999f), later = hn::Set(d, 1.000001f);
    Index count = 0;
    for (Index i = groupOf(first); i < last; i += lanes) {
        const Group group(entries, i);
        auto enters = hn::Zero(d), leaves = hn::Set(d, length);
        for (int axis = 0; axis < 3; ++axis) {
            const auto steep = hn::Set(d, inverse[axis]);
            const auto a = hn::Mul(hn::Sub(group.min(axis), hn::Set(d, low[axis])), steep);
            const auto b = hn::Mul(hn::Sub(group.max(axis), hn::Set(d, high[axis])), steep);
            enters = hn::Max(enters, hn::Min(a, b));
            leaves = hn::Min(leaves, hn::Max(a, b));
        }
        const auto mayHit = hn::Le(hn::Mul(enters, earlier), hn::Mul(leaves, later));
        if (HWY_LIKELY(hn::AllFalse(d, mayHit))) continue;
        const auto kept = hn::And(hn::RebindMask(numbers, mayHit), within(i, first, last));
        const auto entry = hn::Add(hn::Set(numbers, i), lane);
        count += append(entry, kept, found + count);
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

Index scan(const Entries& queries, const Entries& entries, const Window* windows, Index windowCount,
           Meeting* meetings, Index room, Index* found) {
    return HWY_DYNAMIC_DISPATCH(Scan)(queries, entries.blocks(), windows, windowCount, meetings, room, found);
}

Index scan(const SweepBox& query, const Entries& entries, Index first, Index last, Find* found) {
    return HWY_DYNAMIC_DISPATCH(ScanBox)(query, entries.blocks(), first, last,
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

Index scan(const ScanRay& ray, const Entries& entries, Index first, Index last, Index* found) {
    return HWY_DYNAMIC_DISPATCH(ScanAlongRay)(ray.low.data(), ray.high.data(), ray.inverse.data(), ray.length,
                                              entries.blocks(), first, last, found);
}

}  // namespace ricochet::sweep
#endif
