#pragma once

#include "algorithms/wide_tree/float_box.h"

#include <span>

namespace ricochet::wide_tree {

/// Some of the faces, side by side in the builder's order, and their box in the present frame.
struct Cluster {
    Index begin;
    Index end;
    FloatBox box;

    Index size() const { return end - begin; }
    /// Leaves that it fills.
    float leaves() const { return static_cast<float>((size() + kWidth - 1) / kWidth); }
    float cost() const { return box.area() * leaves(); }
};

/// Cuts clusters in two so that the parts' cost, area x leaves, is least. Splits of few faces are exact.
/// Wald. On fast Construction of SAH-based Bounding Volume Hierarchies. 2007.
class BinnedSah {
public:
    /// Both are the builder's: `order` is permuted, `boxes` are by face.
    BinnedSah(std::vector<Index>& order, const std::vector<FloatBox>& boxes) : order_(order), boxes_(boxes) {}

    FloatBox boxOf(Index begin, Index end) const;

    /// Permutes the cluster's faces; returns where the second part begins. Neither part is empty.
    Index split(const Cluster& cluster);

private:
    struct Cut {
        float cost = std::numeric_limits<float>::infinity();
        int axis = -1;
        int place = 0;  ///< exact: faces in the first part; binned: the first part's last bin
    };
    struct Key {
        float middle;
        Index face;
    };

    Index splitExactly(const Cluster& cluster);
    Index splitBinned(const Cluster& cluster);
    void sortAlong(const Cluster& cluster, int axis);
    void sweep(int axis, Cut& best);
    /// Twice the centre.
    Float4 middle(Index face) const { return boxes_[face].min + boxes_[face].max; }

    std::vector<Index>& order_;
    const std::vector<FloatBox>& boxes_;
    std::vector<Key> sorted_, bestSorted_;
    std::vector<float> areaAfter_;
};

}  // namespace ricochet::wide_tree
