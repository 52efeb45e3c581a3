#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/relative_pose.h"
#include "algorithms/wide_tree/wide_model.h"

#include <limits>
#include <optional>
#include <vector>

namespace ricochet::wide_tree {

/// A node or leaf of A and one of B that may contain intersecting faces.
struct NodePair {
    NodeRef a, b;
};

/// Stack of node pairs. Grows on request, not at every push.
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

/// Workspace and results of one traversal; reused between calls, so that no memory is allocated.
struct Work {
    PairStack open;    ///< pairs of which at least one is a node
    PairStack leaves;  ///< pairs of leaves
    FacePairs found;
    std::optional<ClosestFaces> closest;  ///< of all pairs whose distance was computed
    std::vector<NodePair> front;          ///< pairs of nearby leaves, if the query has a margin
    std::uint64_t boxTests = 0;
    std::uint64_t triangleTests = 0;
};

/// The goal of a traversal.
enum class Goal {
    intersecting,       ///< all pairs that intersect
    firstIntersecting,  ///< any one of them
    close,              ///< all pairs within the distance, and some that are farther
    closest             ///< the nearest pair within the distance, which shrinks as nearer ones are met
};

/// Two placed trees and the query.
struct Query {
    const Tree& treeA;
    const Tree& treeB;
    const MeshInstance& a;
    const MeshInstance& b;
    RelativePose pose;
    Goal goal;
    float margin =
        0;  ///< metres: where above zero, leaves so much farther apart are looked for, and no faces
    std::size_t maximum = std::numeric_limits<std::size_t>::max();  ///< with more close pairs the search ends
    bool hasBacks = a.mesh().isTwoSided() || b.mesh().isTwoSided();

    bool findsIntersecting() const { return goal == Goal::intersecting || goal == Goal::firstIntersecting; }
    /// Whether so many close pairs may end a search before many pairs of leaves have waited.
    static bool mayEndSoon(std::size_t pairs) { return pairs < 16'384; }
    bool intersects(Index faceA, Index faceB) const;

    /// Stores the nearest of the pairs found, and clears them; returns the distance, in A's frame, that other
    /// pairs must fall below.
    float measure(Work& work) const;
};

/// Puts the two roots into `work`.
void begin(const Query& query, Work& work);

/// Descends from the pairs in `work` until none is left, or until `batches` times eight of them were opened;
/// the others then remain in `work`.
void traverse(const Query& query, std::uint64_t batches, Work& work);

}  // namespace ricochet::wide_tree
