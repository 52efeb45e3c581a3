#pragma once

#include "algorithms/wide_tree/box_writer.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet::wide_tree {

/// Some of the faces, contiguous in the builder's order, and their box in the present frame.
struct Cluster {
    Index begin;
    Index end;
    BuilderBox box;
    int sorted = -1;  ///< for few faces: position of their sorted lists in BinnedSah; -1: none

    Index size() const { return end - begin; }
    /// Number of leaves that it fills.
    float leaves() const { return static_cast<float>((size() + kWidth - 1) / kWidth); }
    float cost() const { return box.area() * leaves(); }
};

/// Splits clusters in two so that the cost of the parts, area x leaves, is least. Splits of few faces are
/// exact: they are sorted once along each axis, and their parts stay sorted.
/// Wald. On fast Construction of SAH-based Bounding Volume Hierarchies. 2007. Wald, Havran. On building fast
/// kd-Trees for Ray Tracing, and on doing that in O(N log N). 2006.
class BinnedSah {
public:
    static constexpr Index kExactUpTo = 32;  ///< faces: above, bins find as good a cut at less cost

    /// Both are the builder's: `order` is permuted, `boxes` are by face.
    BinnedSah(std::vector<Index>& order, std::span<const BuilderBox> boxes) : order_(order), boxes_(boxes) {}

    BuilderBox boxOf(Index begin, Index end) const;

    /// Call it before the first split in another frame, or of other faces.
    void begin() { sortedCount_ = 0; }
    /// Permutes the cluster's faces. Neither part is empty.
    std::array<Cluster, 2> split(const Cluster& cluster);
    /// Two parts of as many faces.
    std::array<Cluster, 2> halve(const Cluster& cluster) const {
        return splitAt(cluster, cluster.begin + cluster.size() / 2);
    }

private:
    /// Sorts by a coordinate of the centre, then by face.
    using Key = std::uint64_t;
    struct SortedFaces {
        std::array<Key, kExactUpTo> along[3];
    };
    struct Cut {
        float cost = std::numeric_limits<float>::infinity();
        Index axis = kNone;
        Index place = 0;  ///< exact: faces in the first part; binned: the first part's last bin
    };

    static Index faceOf(Key key) { return static_cast<Index>(key); }
    Key keyOf(Index face, Index axis) const;
    int newSorted();
    std::array<Cluster, 2> splitExactly(const Cluster& cluster);
    std::array<Cluster, 2> splitBinned(const Cluster& cluster);
    std::array<Cluster, 2> splitAt(const Cluster& cluster, Index cut) const;
    void sort(const Cluster& cluster, SortedFaces& sorted) const;
    void sweep(const std::array<Key, kExactUpTo>& keys, Index count, Index axis, Cut& best) const;
    void part(const Cut& cut, Index count, SortedFaces& first, SortedFaces& second) const;
    /// Twice the centre.
    Float4 middle(Index face) const { return boxes_[face].min + boxes_[face].max; }

    std::vector<Index>& order_;
    std::span<const BuilderBox> boxes_;
    std::vector<SortedFaces> sorted_;  ///< of clusters that were split exactly since `begin`
    int sortedCount_ = 0;
};

}  // namespace ricochet::wide_tree
