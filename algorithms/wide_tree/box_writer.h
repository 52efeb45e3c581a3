#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/wide_tree/builder_box.h"
#include "algorithms/wide_tree/wide_model.h"

#include <span>

namespace ricochet::wide_tree {

// Writes nodes and leaves, for both the builder and the refit. All stored boxes are conservative.

/// The node's own box and its children's boxes, from boxes in the node's frame.
void writeBoxes(const Frame& frame, std::span<const BuilderBox> children, Real meshRadius, WideNode& node);

/// A leaf in the given frame; `about` is the box of its faces in that frame; at most eight `faces`.
void writeLeaf(const Mesh& mesh, const Tree& tree, const Frame& frame, const BuilderBox& about,
               std::span<const Index> faces, WideLeaf& leaf);

/// `tree.leafWidth`, after all leaves are written.
void writeLeafWidth(Tree& tree);

}  // namespace ricochet::wide_tree
