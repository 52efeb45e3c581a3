#include "algorithms/wide_tree/binned_sah.h"

#include <algorithm>
#include <array>

namespace ricochet::wide_tree {
namespace {

constexpr Index kExactUpTo = 64;  ///< faces: above, bins find as good a cut at less cost
constexpr int kBins = 16;

float leavesOf(Index faces) { return static_cast<float>((faces + kWidth - 1) / kWidth); }

struct Bin {
    FloatBox box;
    Index count = 0;

    void add(const Bin& other) {
        box.include(other.box);
        count += other.count;
    }
    float cost() const { return box.area() * leavesOf(count); }
};

using Bins = std::array<Bin, kBins>;

/// Which bin a centre falls into.
struct Binning {
    Float4 low;
    Float4 scale;

    int binOf(const Float4& middle, int axis) const {
        return static_cast<int>((middle[axis] - low[axis]) * scale[axis]);
    }
};

}  // namespace

FloatBox BinnedSah::boxOf(Index begin, Index end) const {
    FloatBox box;
    for (Index i = begin; i < end; ++i) box.include(boxes_[order_[i]]);
    return box;
}

Index BinnedSah::split(const Cluster& cluster) {
    const Index cut = cluster.size() <= kExactUpTo ? splitExactly(cluster) : splitBinned(cluster);
    const bool isProper = cluster.begin < cut && cut < cluster.end;
    // All centres coincide: any halves will do.
    return isProper ? cut : cluster.begin + cluster.size() / 2;
}

void BinnedSah::sortAlong(const Cluster& cluster, int axis) {
    sorted_.resize(cluster.size());
    for (Index i = 0; i < cluster.size(); ++i) {
        const Index face = order_[cluster.begin + i];
        sorted_[i] = {middle(face)[axis], face};
    }
    std::sort(sorted_.begin(), sorted_.end(), [](const Key& a, const Key& b) {
        return a.middle != b.middle ? a.middle < b.middle : a.face < b.face;
    });
}

void BinnedSah::sweep(int axis, Cut& best) {
    const Index n = static_cast<Index>(sorted_.size());
    areaAfter_.resize(n);
    FloatBox after;
    for (Index i = n; i-- > 1;) {
        after.include(boxes_[sorted_[i].face]);
        areaAfter_[i] = after.area();
    }
    FloatBox before;
    for (Index i = 1; i < n; ++i) {
        before.include(boxes_[sorted_[i - 1].face]);
        const float cost = before.area() * leavesOf(i) + areaAfter_[i] * leavesOf(n - i);
        if (cost < best.cost) best = {cost, axis, static_cast<int>(i)};
    }
}

Index BinnedSah::splitExactly(const Cluster& cluster) {
    Cut best;
    for (int axis = 0; axis < 3; ++axis) {
        sortAlong(cluster, axis);
        sweep(axis, best);
        if (best.axis == axis) std::swap(sorted_, bestSorted_);
    }
    if (best.axis < 0) return cluster.begin;
    for (Index i = 0; i < cluster.size(); ++i) order_[cluster.begin + i] = bestSorted_[i].face;
    return cluster.begin + static_cast<Index>(best.place);
}

Index BinnedSah::splitBinned(const Cluster& cluster) {
    // The range of the centres, cut into bins along each axis.
    FloatBox centres;
    for (Index i = cluster.begin; i < cluster.end; ++i) {
        const Float4 m = middle(order_[i]);
        centres.include({m, m});
    }
    const Float4 width = (centres.max - centres.min).max(1e-30f);  // never divide by zero
    const Binning binning = {centres.min, 0.9999f * kBins / width};

    std::array<Bins, 3> bins;
    for (Index i = cluster.begin; i < cluster.end; ++i) {
        const Index face = order_[i];
        const Float4 m = middle(face);
        for (int axis = 0; axis < 3; ++axis) bins[axis][binning.binOf(m, axis)].add({boxes_[face], 1});
    }

    // The cheapest border between two bins.
    Cut best;
    for (int axis = 0; axis < 3; ++axis) {
        std::array<float, kBins> costAfter;
        Bin after;
        for (int i = kBins; i-- > 1;) {
            after.add(bins[axis][i]);
            costAfter[i] = after.count > 0 ? after.cost() : std::numeric_limits<float>::infinity();
        }
        Bin before;
        for (int i = 0; i + 1 < kBins; ++i) {
            before.add(bins[axis][i]);
            if (before.count == 0) continue;
            const float cost = before.cost() + costAfter[i + 1];
            if (cost < best.cost) best = {cost, axis, i};
        }
    }
    if (best.axis < 0) return cluster.begin;
    const auto second =
        std::partition(order_.begin() + cluster.begin, order_.begin() + cluster.end,
                       [&](Index face) { return binning.binOf(middle(face), best.axis) <= best.place; });
    return static_cast<Index>(second - order_.begin());
}

}  // namespace ricochet::wide_tree
