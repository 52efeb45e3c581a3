#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/relative_pose.h"
#include "algorithms/wide_tree/wide_model.h"

#include <vector>

namespace ricochet::wide_tree {

/// A node or leaf of A and one of B that may hold intersecting faces.
struct NodePair {
    NodeRef a, b;
};

/// Node pairs, last in first out. Grows when asked to, not at every push.
class PairStack {
public:
    bool isEmpty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    void makeRoomFor(std::size_t more) {
        if (size_ + more > pairs_.size()) pairs_.resize(2 * (size_ + more));
    }
    void push(NodePair pair) { pairs_[size_++] = pair; }
    NodePair pop() { return pairs_[--size_]; }
    const NodePair* begin() const { return pairs_.data(); }
    const NodePair* end() const { return pairs_.data() + size_; }
    void clear() { size_ = 0; }

private:
    std::vector<NodePair> pairs_;
    std::size_t size_ = 0;
};

/// What one traversal works on and brings forth; kept between calls to spare the memory.
struct Work {
    PairStack open;    ///< pairs of which at least one is a node
    PairStack leaves;  ///< pairs of leaves
    FacePairs found;
    std::uint64_t boxTests = 0;
    std::uint64_t triangleTests = 0;
};

/// Two placed trees and what is asked of them.
struct Query {
    const Tree& treeA;
    const Tree& treeB;
    const Placed& a;
    const Placed& b;
    RelativePose pose;
    bool isExact;  ///< the pairs that intersect; otherwise a superset of those within `pose.within`

    bool intersects(Index faceA, Index faceB) const;
};

/// Puts the two roots into `work`.
void begin(const Query& query, Work& work);

/// Descends from the pairs in `work` until none is left, or until `batches` times eight of them were opened:
/// then some are left in `work`.
void traverse(const Query& query, std::uint64_t batches, Work& work);

}  // namespace ricochet::wide_tree
