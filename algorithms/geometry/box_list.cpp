#include "algorithms/geometry/box_list.h"

#include <array>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/geometry/box_list.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef RICOCHET_BIT_PLACES
#define RICOCHET_BIT_PLACES
namespace ricochet {
namespace {

/// Per byte: the places of its set bits, ascending, then zeros.
constexpr std::array<std::array<std::uint8_t, 8>, 256> bitPlaces() {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        std::size_t count = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
            if (byte >> bit & 1) places[byte][count++] = bit;
        }
    }
    return places;
}
constexpr auto kBitPlaces = bitPlaces();

}  // namespace
}  // namespace ricochet
#endif

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
        if (foundCount + 8 <= count) {  // without a branch: the bits are unpredictable
            const std::uint8_t* const places = kBitPlaces[bytes[0]].data();
            for (Index k = 0; k < 8; ++k) found[foundCount + k] = i + places[k];
            foundCount += static_cast<Index>(hwy::PopCount(bytes[0]));
            continue;
        }
        for (unsigned bits = bytes[0]; bits != 0; bits &= bits - 1) {
            found[foundCount++] = i + static_cast<Index>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        }
    }
    return foundCount;
}

/// The boxes of as many faces as fill whole registers; returns how many. `corners`: three indices a face, of
/// vertices whose coordinates are in one array per axis. Plain arrays only, see above.
std::size_t BoundWholeVectors(const Index* corners, std::size_t count, const Real* const* vertices,
                              Real* const* boxMin, Real* const* boxMax) {
    const hn::CappedTag<Real, BoxList::kPadding> d;
    const hn::RebindToSigned<decltype(d)> indices;
    const hn::Rebind<std::int32_t, decltype(d)> narrow;
    const hn::Rebind<std::uint32_t, decltype(d)> unsignedNarrow;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        hn::Vec<decltype(unsignedNarrow)> u, v, w;
        hn::LoadInterleaved3(unsignedNarrow, corners + 3 * i, u, v, w);
        const auto atU = hn::PromoteTo(indices, hn::BitCast(narrow, u));
        const auto atV = hn::PromoteTo(indices, hn::BitCast(narrow, v));
        const auto atW = hn::PromoteTo(indices, hn::BitCast(narrow, w));
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = hn::GatherIndex(d, vertices[axis], atU),
                       b = hn::GatherIndex(d, vertices[axis], atV),
                       c = hn::GatherIndex(d, vertices[axis], atW);
            hn::StoreU(hn::Min(a, hn::Min(b, c)), d, boxMin[axis] + i);
            hn::StoreU(hn::Max(a, hn::Max(b, c)), d, boxMax[axis] + i);
        }
    }
    return i;
}

}  // namespace ricochet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet {

HWY_EXPORT(FindOverlapping);
HWY_EXPORT(BoundWholeVectors);

void BoxList::resize(Index newCount) {
    const std::size_t padded = (newCount + kPadding - 1) / kPadding * kPadding;
    for (Index axis = 0; axis < 3; ++axis) {
        min[axis].resize(padded);
        max[axis].resize(padded);
    }
    for (std::size_t i = newCount; i < padded; ++i) set(static_cast<Index>(i), Aabb{});
    count = newCount;
}

namespace {

/// Exact boxes of the faces' front sides, which the list begins with.
void boundFronts(const Mesh& mesh, const PointList& placed, BoxList& boxes) {
    static_assert(sizeof(Face) == 3 * sizeof(Index), "faces are read as one array of indices");
    if (mesh.faces().empty()) return;
    const Real* const vertices[3] = {placed.x.data(), placed.y.data(), placed.z.data()};
    Real* const boxMin[3] = {boxes.min[0].data(), boxes.min[1].data(), boxes.min[2].data()};
    Real* const boxMax[3] = {boxes.max[0].data(), boxes.max[1].data(), boxes.max[2].data()};
    std::size_t i = HWY_DYNAMIC_DISPATCH(BoundWholeVectors)(mesh.faces().front().data(), mesh.faces().size(),
                                                            vertices, boxMin, boxMax);
    for (; i < mesh.faces().size(); ++i) {
        const auto [u, v, w] = mesh.faces()[i];
        boxes.set(static_cast<Index>(i), boxOf({placed[u], placed[v], placed[w]}));
    }
}

}  // namespace

void boxesOfFaces(const Mesh& mesh, const PointList& placed, Real by, BoxList& boxes) {
    boxes.resize(mesh.faceCount());
    boundFronts(mesh, placed, boxes);
    for (Index i = mesh.frontCount(); i < boxes.count; ++i) boxes.set(i, boxes[i - mesh.frontCount()]);
    if (by == 0) return;
    for (Index i = 0; i < boxes.count; ++i) boxes.set(i, grownOutward(boxes[i], by));
}

Index findOverlapping(const BoxList& boxes, const Aabb& query, std::span<Index> found) {
    return findOverlapping(boxes, 0, boxes.count, query, found);
}

Index findOverlapping(const BoxList& boxes, Index begin, Index end, const Aabb& query,
                      std::span<Index> found) {
    const auto from = [begin](const std::vector<Real>& bounds) { return bounds.data() + begin; };
    const Real* const boxMin[3] = {from(boxes.min[0]), from(boxes.min[1]), from(boxes.min[2])};
    const Real* const boxMax[3] = {from(boxes.max[0]), from(boxes.max[1]), from(boxes.max[2])};
    const Index count = HWY_DYNAMIC_DISPATCH(FindOverlapping)(boxMin, boxMax, end - begin, query.min.data(),
                                                              query.max.data(), found.data());
    if (begin == 0) return count;
    for (Index& each : found.first(count)) each += begin;
    return count;
}

}  // namespace ricochet
#endif
