#pragma once

#include "algorithms/mktree/directory.h"

#include <span>

namespace ricochet::mktree {

/// The SplitTree of two children: its root in `nodes`, to which it is added, or Node::kNoSplit if the
/// children's boxes do not overlap. `left` and `right` are the boxes of at least those objects that extend
/// into the overlap. The paper's hypothesis is that along every line parallel to one direction the objects of
/// both children are separated by a point. Here it is tested on the objects' boxes, cell by cell, along any
/// axis; a cell in which it does not hold is `mixed`.
std::uint32_t appendSplitTree(const Aabb& overlap, std::span<const FloatBox> left,
                              std::span<const FloatBox> right, std::vector<SplitNode>& nodes);

/// Which children's objects may extend into a box inside the overlap.
struct Sides {
    bool left = false, right = false;
    bool both() const { return left && right; }
};
Sides sidesOf(std::span<const SplitNode> nodes, std::uint32_t root, const Aabb& box);

}  // namespace ricochet::mktree
