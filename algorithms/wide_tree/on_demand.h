#pragma once

#include "algorithms/wide_tree/subtree_builder.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ricochet::wide_tree {

/// The tree of `buildTree`, except that a node's children are built when a query first opens the node towards
/// them: the root at once, then nodes one by one down to parts of 1,024 triangles, which are built whole.
/// What a part becomes does not depend on when it is built, nor by which thread. The mesh must not move while
/// parts are built. `leafWidth` is estimated, `boxArea` is zero.
Tree buildTreeOnDemand(std::shared_ptr<const Mesh> mesh, const BuildSettings& settings,
                       const Executor& executor = serialExecutor());

/// As `NarrowPhase::buildNear`. The tree must have pending parts. Triangles count by the time that they take:
/// those of a node a quarter, those of a part that is built whole twice.
Index buildNear(const Tree& tree, const Aabb& box, Index triangles);

/// The parts of a tree that are not built yet, and the data from which they are built. Thread-safe.
class PendingParts {
public:
    PendingParts(std::shared_ptr<const Mesh> mesh, const BuildSettings& settings, const Executor& executor,
                 Tree& tree);
    PendingParts(const PendingParts&) = delete;
    PendingParts& operator=(const PendingParts&) = delete;

    /// What a pending reference stands for.
    NodeRef built(NodeRef ref);
    /// Triangles in a part, if it is not built yet, or else 0.
    Index trianglesIn(NodeRef ref) const;
    void buildRest();
    std::size_t bytes() const;
    /// Triangles in parts that are not built yet.
    Index pendingTriangles() const { return pendingTriangles_; }

private:
    /// Places in the tree's arrays.
    struct Places {
        std::size_t nodes = 0, leaves = 0;
    };

    NodeRef buildNumber(Index number);
    NodeRef build(const FaceRange& range);
    NodeRef buildNode(const FaceRange& range);
    NodeRef buildAll(const FaceRange& range);
    NodeRef refer(const FaceRange& range);
    bool hasRoomFor(const FaceRange& range, const std::vector<FaceRange>& children) const;

    const std::shared_ptr<const Mesh> mesh_;
    const BuildSettings settings_;
    BuildSpace space_;
    WideNode* nodes_ = nullptr;  ///< the tree's
    WideLeaf* leaves_ = nullptr;
    Places used_;
    std::size_t leafRoom_ = 0;  ///< leaves that no part may need
    std::unique_ptr<std::atomic<std::uint32_t>[]>
        references_;                 ///< by number: bits of what was built; or zero
    std::vector<FaceRange> ranges_;  ///< by number
    std::atomic<Index> pendingTriangles_{0};
    mutable std::mutex building_;
};

}  // namespace ricochet::wide_tree
