#include "algorithms/wide_tree/binned_sah.h"

#include <algorithm>
#include <bit>

namespace ricochet::wide_tree {
namespace {

constexpr Index kBins = 16;

float leavesOf(Index faces) { return static_cast<float>((faces + kWidth - 1) / kWidth); }

struct Bin {
    BuilderBox box;
    Index count = 0;

    void add(const Bin& other) {
        box.include(other.box);
        count += other.count;
    }
    float cost() const { return box.area() * leavesOf(count); }
};

using Bins = std::array<Bin, kBins>;
using Int4 = Eigen::Array4i;

/// Maps a centre to its bin on each axis.
struct Binning {
    Float4 low;
    Float4 scale;

    Int4 binNumbers(const Float4& middle) const { return ((middle - low) * scale).cast<int>(); }
    /// Never negative, since no centre is below `low`.
    static Index along(const Int4& bins, Index axis) { return static_cast<Index>(bins[axis]); }
};

/// An integer with the order of floats; both zeros give the same.
std::uint32_t ordered(float value) {
    constexpr std::uint32_t kSign = 0x80000000u;
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

}  // namespace

BuilderBox BinnedSah::boxOf(Index begin, Index end) const {
    BuilderBox box;
    for (Index i = begin; i < end; ++i) box.include(boxes_[order_[i]]);
    return box;
}

std::array<Cluster, 2> BinnedSah::split(const Cluster& cluster) {
    return cluster.size() <= kExactUpTo ? splitExactly(cluster) : splitBinned(cluster);
}

std::array<Cluster, 2> BinnedSah::splitAt(const Cluster& cluster, Index cut) const {
    return {Cluster{cluster.begin, cut, boxOf(cluster.begin, cut)},
            Cluster{cut, cluster.end, boxOf(cut, cluster.end)}};
}

BinnedSah::Key BinnedSah::keyOf(Index face, Index axis) const {
    return Key{ordered(boxes_[face].min[axis] + boxes_[face].max[axis])} << 32 | face;
}

int BinnedSah::newSorted() {
    if (static_cast<std::size_t>(sortedCount_) == sorted_.size()) sorted_.emplace_back();
    return sortedCount_++;
}

void BinnedSah::sort(const Cluster& cluster, SortedFaces& sorted) const {
    for (Index axis = 0; axis < 3; ++axis) {
        std::array<Key, kExactUpTo>& keys = sorted.along[axis];
        for (Index i = 0; i < cluster.size(); ++i) keys[i] = keyOf(order_[cluster.begin + i], axis);
        std::sort(keys.begin(), keys.begin() + cluster.size());
    }
}

void BinnedSah::sweep(const std::array<Key, kExactUpTo>& keys, Index count, Index axis, Cut& best) const {
    std::array<float, kExactUpTo> areaAfter;
    BuilderBox after;
    for (Index i = count; i-- > 1;) {
        after.include(boxes_[faceOf(keys[i])]);
        areaAfter[i] = after.area();
    }
    BuilderBox before;
    for (Index i = 1; i < count; ++i) {
        before.include(boxes_[faceOf(keys[i - 1])]);
        const float cost = before.area() * leavesOf(i) + areaAfter[i] * leavesOf(count - i);
        if (cost < best.cost) best = {cost, axis, i};
    }
}

/// Divides the sorted faces of `first` between both parts. Along the cut's axis the second part begins at the
/// cut.
void BinnedSah::part(const Cut& cut, Index count, SortedFaces& first, SortedFaces& second) const {
    const Key pivot = first.along[cut.axis][cut.place];
    for (Index axis = 0; axis < 3; ++axis) {
        std::array<Key, kExactUpTo>&keys = first.along[axis], &others = second.along[axis];
        std::size_t before = 0, after = 0;
        for (Index i = 0; i < count; ++i) {
            const Key key = keys[i];
            const bool isBefore = keyOf(faceOf(key), cut.axis) < pivot;
            // Without a branch, since the side is unpredictable.
            keys[before] = others[after] = key;
            before += isBefore;
            after += !isBefore;
        }
    }
}

std::array<Cluster, 2> BinnedSah::splitExactly(const Cluster& cluster) {
    const int first = cluster.sorted >= 0 ? cluster.sorted : newSorted();
    if (cluster.sorted < 0) sort(cluster, sorted_[static_cast<std::size_t>(first)]);
    const int second = newSorted();
    SortedFaces& sorted = sorted_[static_cast<std::size_t>(first)];
    Cut best;
    for (Index axis = 0; axis < 3; ++axis) sweep(sorted.along[axis], cluster.size(), axis, best);
    // Boxes with infinite bounds: any halves will do.
    if (best.axis == kNone) return halve(cluster);
    for (Index i = 0; i < cluster.size(); ++i) {
        order_[cluster.begin + i] = faceOf(sorted.along[best.axis][i]);
    }
    std::array<Cluster, 2> parts = splitAt(cluster, cluster.begin + best.place);
    part(best, cluster.size(), sorted, sorted_[static_cast<std::size_t>(second)]);
    parts[0].sorted = first;
    parts[1].sorted = second;
    return parts;
}

std::array<Cluster, 2> BinnedSah::splitBinned(const Cluster& cluster) {
    // The range of the centres, cut into bins along each axis.
    BuilderBox centres;
    for (Index i = cluster.begin; i < cluster.end; ++i) {
        const Float4 m = middle(order_[i]);
        centres.include({m, m});
    }
    const Float4 width = (centres.max - centres.min).max(1e-30f);  // never divide by zero
    const Binning binning = {centres.min, 0.9999f * kBins / width};

    std::array<Bins, 3> bins;
    for (Index i = cluster.begin; i < cluster.end; ++i) {
        const Bin face{boxes_[order_[i]], 1};
        const Int4 bin = binning.binNumbers(face.box.min + face.box.max);
        for (Index axis = 0; axis < 3; ++axis) bins[axis][Binning::along(bin, axis)].add(face);
    }

    // The cheapest split between two bins.
    Cut best;
    for (Index axis = 0; axis < 3; ++axis) {
        std::array<float, kBins> costAfter;
        Bin after;
        for (Index i = kBins; i-- > 1;) {
            after.add(bins[axis][i]);
            costAfter[i] = after.count > 0 ? after.cost() : std::numeric_limits<float>::infinity();
        }
        Bin before;
        for (Index i = 0; i + 1 < kBins; ++i) {
            before.add(bins[axis][i]);
            if (before.count == 0) continue;
            const float cost = before.cost() + costAfter[i + 1];
            if (cost < best.cost) best = {cost, axis, i};
        }
    }
    // All centres coincide: any halves will do.
    if (best.axis == kNone) return halve(cluster);
    std::partition(order_.begin() + cluster.begin, order_.begin() + cluster.end, [&](Index face) {
        return Binning::along(binning.binNumbers(middle(face)), best.axis) <= best.place;
    });
    Bin first, second;
    for (Index i = 0; i < kBins; ++i) (i <= best.place ? first : second).add(bins[best.axis][i]);
    const Index cut = cluster.begin + first.count;
    return {Cluster{cluster.begin, cut, first.box}, Cluster{cut, cluster.end, second.box}};
}

}  // namespace ricochet::wide_tree
