// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. WSCG 2004. What its text claims.

#include "demos/lab/reproduce/paper003_claims.h"

namespace ricochet::lab::paper003 {
namespace {

constexpr const char* kOverlappingBoxes =
    "ours divide boxes, which overlap where pipes do not; and objects of our ships interpenetrate, which the "
    "paper "
    "excludes";

std::string times(double ratio) { return threeDigits(ratio) + " times"; }

/// How much the tankers differ.
Claim spreadOfM2(const TreeResults& r) {
    const Quote quote{"table 3", "m2 has 2 to 50 candidate leaves, by tanker",
                      "fewest at most 4, most at least 25"};
    if (!r.hasAllTankers) return notMeasured(quote, "needs all nine tankers");
    return checked(quote, std::to_string(r.fewestOfM2) + " to " + std::to_string(r.mostOfM2) + ", " + r.rule,
                   r.fewestOfM2 <= 4 && r.mostOfM2 >= 25);
}

}  // namespace

std::vector<Claim> claimsOf(const TreeResults& r) {
    const std::string of = ", " + r.rule;
    return {
        spreadOfM2(r),
        checked({"table 1", "each tree has one leaf more than grey nodes", "the same"},
                (r.isBinary ? "the same" : "another number") + of, r.isBinary),
        checked({"table 1", "the deepest level is 16 to 21", "at most 21"},
                std::to_string(r.fewestLevels) + " to " + std::to_string(r.mostLevels) + of,
                r.mostLevels <= 21, r.whyDeep),
        checked({"table 1", "the SplitTrees have 2.1 to 3.0 levels on average", "at most 3.0"},
                threeDigits(r.lowestSplitLevel) + " to " + threeDigits(r.highestSplitLevel) + of,
                r.highestSplitLevel <= 3.0, kOverlappingBoxes),
        checked({"table 3", "candidate leaves are few: mean 1.81 %, at most 6.5 % of all",
                 "at most 1.5 % and 6.5 %"},
                threeDigits(r.meanShare) + " % and " + threeDigits(r.largestShare) + " %" + of,
                r.meanShare <= 1.5 && r.largestShare <= 6.5, r.whyMany),
        checked(
            {"4", "160 blocks are read of 28620 (SC32, m3): the number of disk accesses falls considerably",
             "at most 1/60 of all blocks on average"},
            "1/" + threeDigits(r.blocksSpared) + of, r.blocksSpared >= 60, r.whyMany),
    };
}

std::vector<Claim> claimsOf(const CostResults& r) {
    return {
        checked({"4, 5", "MKtrees reduce the number of disk accesses",
                 "at most 1/60 of all blocks by the four steps"},
                "1/" + threeDigits(r.blocksByPaper) + "; by the traversal in time order 1/" +
                    threeDigits(r.blocksByTraversal),
                r.blocksByPaper >= 60),
        checked(
            {"5", "MKtrees reduce the execution time", "1,000 exact queries take longer than the four steps"},
            times(r.posesByPaper) + " the mean time of the four steps", r.posesByPaper > 1,
            "the steps test every face with every triangle of all candidates; the queries take " +
                times(r.posesByTraversal) + " the mean of the traversal"),
    };
}

}  // namespace ricochet::lab::paper003
