#pragma once

#include "algorithms/mktree/directory.h"
#include "algorithms/mktree/fragment.h"

#include <span>
#include <vector>

namespace ricochet::mktree {

/// Which records are in which leaf, and the nodes above.
struct TreePlan {
    std::vector<Node> nodes;
    std::vector<SplitNode> splitNodes;
    std::vector<Index> order;      ///< of records: leaf by leaf
    std::vector<Index> leafBegin;  ///< per leaf, plus one: begin of its records in `order`
};

struct TreeSettings {
    Index leafTriangles = 200;
    SplitRule rule = SplitRule::surfaceArea;
    bool splitTrees = true;
};

/// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. 2004, section 2: records are divided in two
/// until they fit a leaf. Candidate split positions are between 16 equal bins along each axis.
TreePlan planTree(std::span<const FragmentRecord> records, const TreeSettings& settings);

}  // namespace ricochet::mktree
