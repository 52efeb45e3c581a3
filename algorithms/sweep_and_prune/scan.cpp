#include "algorithms/sweep_and_prune/scan.h"

#include "algorithms/geometry/builtins.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/sweep_and_prune/scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::sweep::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr float kRounding = 1.00001f;  // depths and motions are rounded differences

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

/// As many consecutive entries of a block as there are lanes.
struct Group {
    HWY_INLINE Group(const EntryBlock* blocks, Index i)
        : block(blocks[i / EntryBlock::kEntries]), place(i % EntryBlock::kEntries) {}
    HWY_INLINE Vector min(Index axis) const { return bound(axis, 0); }
    HWY_INLINE Vector max(Index axis) const { return bound(axis, 1); }
    HWY_INLINE Vector bound(Index axis, Index side) const {
        return hn::Load(Lanes(), block.bounds[axis][side] + place);
    }
    HWY_INLINE hn::Vec<Numbers> tags() const {
        return hn::Load(Numbers(), reinterpret_cast<const std::uint32_t*>(block.tags + place));
    }
    HWY_INLINE Vector motion() const { return hn::Load(Lanes(), block.motion + place); }

    const EntryBlock& block;
    Index place;
};

/// The first entry of an entry's group.
HWY_INLINE Index laneGroup(Index entry) { return entry - entry % static_cast<Index>(hn::Lanes(Lanes())); }

template <class Mask>
HWY_INLINE unsigned bitsOf(Mask mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Lanes(), mask, bytes);
    return bytes[0];
}

/// Depth of the overlap of the query with the boxes of a group; negative: none.
HWY_INLINE Vector depth(const Query& query, const Group& group) {
    const auto x = hn::Min(hn::Sub(query.maxX, group.min(0)), hn::Sub(group.max(0), query.minX));
    const auto y = hn::Min(hn::Sub(query.maxY, group.min(1)), hn::Sub(group.max(1), query.minY));
    const auto z = hn::Min(hn::Sub(query.maxZ, group.min(2)), hn::Sub(group.max(2), query.minZ));
    return hn::Min(hn::Min(x, y), z);
}

Index Scan(const Entries& queries, const EntryBlock* entries, const Window* windows, Index windowCount,
           Request request, BoxOverlap* candidates, Index room, Index* found) {
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const auto rounding = hn::Set(d, kRounding);
    Index count = 0, w = 0;
    for (; w < windowCount; ++w) {
        const Window window = windows[w];
        if (window.last - window.first > room - count) break;
        const float motion =
            request == Request::all ? std::numeric_limits<float>::infinity() : queries.motion(window.query);
        const Query query(queries.box(window.query), motion);
        for (Index i = laneGroup(window.first); i < window.last; i += lanes) {
            const Group group(entries, i);
            const auto deep = depth(query, group);
            const auto moved = hn::Mul(hn::Add(query.motion, group.motion()), rounding);
            unsigned bits = bitsOf(hn::And(hn::Ge(deep, hn::Zero(d)), hn::Lt(deep, moved)));
            if (HWY_LIKELY(bits == 0)) continue;
            if (i < window.first) bits &= ~0u << (window.first - i);
            if (window.last - i < lanes) bits &= (1u << (window.last - i)) - 1;
            for (; bits != 0; bits &= bits - 1) {
                candidates[count++] = {window.query,
                                       i + static_cast<Index>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits))};
            }
        }
    }
    *found = count;
    return w;
}

using Axes = hn::CappedTag<float, 4>;  // the fourth lane is unused

/// The axes from `axis` on, one per lane, that do not separate the boxes.
HWY_INLINE hn::Mask<Axes> overlap(const SweepBox& a, const SweepBox& b, Index axis) {
    static_assert(offsetof(SweepBox, max) == sizeof(a.min));
    const Axes d;
    const auto minimum = [&](const SweepBox& box) { return hn::LoadU(d, box.min.data() + axis); };
    const auto maximum = [&](const SweepBox& box) { return hn::LoadU(d, box.min.data() + 3 + axis); };
    return hn::And(hn::Le(minimum(a), maximum(b)), hn::Le(minimum(b), maximum(a)));
}

HWY_INLINE bool overlap(const SweepBox& a, const SweepBox& b) {
    const Axes d;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    bool areTogether = true;
    for (Index axis = 0; axis < 3; axis += lanes) {
        const auto isAxis = hn::FirstN(d, 3 - axis);
        areTogether &= hn::AllTrue(d, hn::Or(hn::Not(isAxis), overlap(a, b, axis)));
    }
    return areTogether;
}

/// The boxes of a body are followed by other members, so that the fourth lane of the last box may be read.
Index FindChanged(const Body* bodies, const BodyPair* pairs, Index count, Index* found) {
    constexpr Index kAhead = 16;
    Index changed = 0;
    for (Index i = 0; i < count; ++i) {
        const Index ahead = std::min(i + kAhead, count - 1);
        prefetchLine(&bodies[pairs[ahead].a]);
        prefetchLine(&bodies[pairs[ahead].b]);
        const Body &a = bodies[pairs[i].a], &b = bodies[pairs[i].b];
        found[changed] = i;
        changed += overlap(a.last, b.last) != overlap(a.now, b.now);
    }
    return changed;
}

/// A group, and its lanes that are still candidates.
struct Candidates {
    Index group;
    std::uint8_t lanes[8];  ///< one bit per lane in the first byte; Highway reads all eight
};

/// Calls visit(group, lanes) for the entries that extend into the windows' slabs. First all entries are
/// tested along one axis: that reads one of four cache lines, and no branch depends on the results.
template <class Visit>
HWY_INLINE void forEachBeside(const EntryBlock* entries, const QueryWindows& windows, Visit&& visit) {
    constexpr Index kAtOnce = 64;
    const Lanes d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    Candidates candidates[kAtOnce];
    Index count = 0;
    const auto flush = [&] {
        for (Index i = 0; i < count; ++i) {
            visit(Group(entries, candidates[i].group), hn::LoadMaskBits(d, candidates[i].lanes));
        }
        count = 0;
    };
    for (const QueryWindow& window : windows.windows) {
        const auto low = hn::Set(d, window.low), high = hn::Set(d, window.high);
        for (Index i = laneGroup(window.first); i < window.last; i += lanes) {
            const Group group(entries, i);
            const auto isBeside =
                hn::And(hn::Le(group.min(windows.axis), high), hn::Ge(group.max(windows.axis), low));
            unsigned bits = bitsOf(isBeside);
            if (i < window.first) bits &= ~0u << (window.first - i);
            if (window.last - i < lanes) bits &= (1u << (window.last - i)) - 1;
            candidates[count].group = i;
            candidates[count].lanes[0] = static_cast<std::uint8_t>(bits);
            count += bits != 0;
            if (count == kAtOnce) flush();
        }
    }
    flush();
}

/// Writes the finds consecutively, followed by garbage; returns their number. Not hn::CompressStore: its
/// masked store to memory takes a hundred cycles on some processors.
template <class Mask>
HWY_INLINE Index append(const Group& group, Mask found, hn::Vec<Numbers> isSure, std::uint32_t* list) {
    const Numbers d;
    const auto bodies = hn::ShiftRight<2>(group.tags());
    const auto rebound = hn::RebindMask(d, found);
    hn::StoreU(hn::Compress(hn::Or(hn::ShiftLeft<1>(bodies), isSure), rebound), d, list);
    return static_cast<Index>(hn::CountTrue(d, rebound));
}

/// If the overlap is deeper than the body's motion, it exists at both ends of the motion.
Index ScanBox(const SweepBox& box, const EntryBlock* entries, const QueryWindows& windows,
              std::uint32_t* list) {
    const Lanes d;
    const Numbers numbers;
    const Query query(box, 0);
    const auto rounding = hn::Set(d, kRounding);
    const auto sure = hn::Set(numbers, 1u);
    Index count = 0;
    forEachBeside(entries, windows, [&](const Group& group, auto isBeside) {
        const auto deep = depth(query, group);
        const auto found = hn::And(isBeside, hn::Ge(deep, hn::Zero(d)));
        const auto isSure = hn::RebindMask(numbers, hn::Ge(deep, hn::Mul(group.motion(), rounding)));
        count += append(group, found, hn::IfThenElseZero(isSure, sure), list + count);
    });
    return count;
}

Index ScanAlongRay(const ScanRay& ray, const EntryBlock* entries, const QueryWindows& windows,
                   std::uint32_t* list) {
    const Lanes d;
    const auto earlier = hn::Set(d, 0.999999f), later = hn::Set(d, 1.000001f);
    Index count = 0;
    forEachBeside(entries, windows, [&](const Group& group, auto isBeside) {
        auto enters = hn::Zero(d), leaves = hn::Set(d, ray.length);
        for (Index axis = 0; axis < 3; ++axis) {
            const auto steep = hn::Set(d, ray.inverse[axis]);
            const auto toNear = hn::Sub(group.bound(axis, ray.side[axis]), hn::Set(d, ray.near[axis]));
            const auto toFar = hn::Sub(group.bound(axis, 1 - ray.side[axis]), hn::Set(d, ray.far[axis]));
            enters = hn::Max(enters, hn::Mul(toNear, steep));
            leaves = hn::Min(leaves, hn::Mul(toFar, steep));
        }
        const auto found = hn::And(isBeside, hn::Le(hn::Mul(enters, earlier), hn::Mul(leaves, later)));
        if (hn::AllFalse(d, found)) return;
        count += append(group, found, hn::Zero(Numbers()), list + count);
    });
    return count;
}

}  // namespace ricochet::sweep::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::sweep {

HWY_EXPORT(Scan);
HWY_EXPORT(FindChanged);
HWY_EXPORT(ScanBox);
HWY_EXPORT(ScanAlongRay);

Index scan(const Entries& queries, const Entries& entries, const Window* windows, Index windowCount,
           Request request, BoxOverlap* candidates, Index room, Index* found) {
    return HWY_DYNAMIC_DISPATCH(Scan)(queries, entries.blocks(), windows, windowCount, request, candidates,
                                      room, found);
}

Index findChanged(const Body* bodies, const BodyPair* pairs, Index count, Index* found) {
    return HWY_DYNAMIC_DISPATCH(FindChanged)(bodies, pairs, count, found);
}

Index scan(const SweepBox& query, const Entries& entries, const QueryWindows& windows, Find* found) {
    return HWY_DYNAMIC_DISPATCH(ScanBox)(query, entries.blocks(), windows,
                                         reinterpret_cast<std::uint32_t*>(found));
}

Index scan(const ScanRay& ray, const Entries& entries, const QueryWindows& windows, Find* found) {
    return HWY_DYNAMIC_DISPATCH(ScanAlongRay)(ray, entries.blocks(), windows,
                                              reinterpret_cast<std::uint32_t*>(found));
}

/// A box and the point of the ray beside it have about the same coordinates; the pad, in metres, exceeds the
/// rounding error of both.
ScanRay::ScanRay(const SweepRay& ray, const Vec3& inverseInDouble) : length(static_cast<float>(ray.length)) {
    const Vec3 end = ray.origin + ray.length * ray.direction;
    const Real scale = std::max({ray.origin.cwiseAbs().maxCoeff(), end.cwiseAbs().maxCoeff(),
                                 ray.boxMin.cwiseAbs().maxCoeff(), ray.boxMax.cwiseAbs().maxCoeff()});
    const Real pad = 1e-6 * scale + 1e-30;
    for (Index axis = 0; axis < 3; ++axis) {
        const auto toMin = static_cast<float>(ray.origin[axis] + ray.boxMax[axis] + pad);
        const auto toMax = static_cast<float>(ray.origin[axis] + ray.boxMin[axis] - pad);
        inverse[axis] = static_cast<float>(inverseInDouble[axis]);
        side[axis] = inverse[axis] < 0;
        near[axis] = side[axis] ? toMax : toMin;
        far[axis] = side[axis] ? toMin : toMax;
    }
}

}  // namespace ricochet::sweep
#endif
