#pragma once

#include "demos/lab/reproduce/claims.h"

#include <cstdint>
#include <string>
#include <vector>

/// Claims of paper 003, from what the experiments measured.
namespace ricochet::lab::paper003 {

/// The trees of the tankers by one rule.
struct TreeResults {
    std::string rule;
    bool isBinary = true;  ///< each has one leaf more than grey nodes
    std::int64_t fewestLevels = 0, mostLevels = 0;
    double lowestSplitLevel = 0, highestSplitLevel = 0;  ///< mean levels of the SplitTrees of a tanker
    double meanShare = 0, largestShare = 0;              ///< of candidate leaves, percent of all
    double blocksSpared = 0;                             ///< blocks of all leaves by those of candidates
    std::int64_t fewestOfM2 = 0, mostOfM2 = 0;           ///< candidate leaves of motion m2 in a tanker
    bool hasAllTankers = false;
    std::string whyMany = {};  ///< candidate leaves, if they are more than required
    std::string whyDeep = {};  ///< if the levels are more than the paper's
};
std::vector<Claim> claimsOf(const TreeResults& results);

/// All blocks by those that a method reads; times by the paper's four steps.
struct CostResults {
    double blocksByPaper, blocksByTraversal;
    double posesByPaper;      ///< mean time of 1,000 exact queries
    double posesByTraversal;  ///< the same by the traversal's
};
std::vector<Claim> claimsOf(const CostResults& results);

}  // namespace ricochet::lab::paper003
