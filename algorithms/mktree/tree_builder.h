#pragma once

#include "algorithms/mktree/directory.h"
#include "algorithms/mktree/fragment.h"

#include <limits>
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
    std::uint64_t leafBytes = std::numeric_limits<std::uint64_t>::max();  ///< with the leaf's header
    SplitRule rule = SplitRule::surfaceArea;
    Real minimumShare = 0;  ///< of a node's records in each child; for the rule leastOverlap
    bool splitTrees = true;
};

/// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. 2004, section 2: records are divided in two
/// until they fit a leaf. Candidate split positions are between 16 equal bins along each axis. The paper
/// names no minimum share: see README.md, "Differences from the paper". If no candidate has it, the rule
/// decides without it.
TreePlan planTree(std::span<const FragmentRecord> records, const TreeSettings& settings);

}  // namespace ricochet::mktree
