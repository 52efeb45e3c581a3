// Costs of predictions in the tankers of paper 003: blocks read and time, for the paper's four steps, for the
// traversal, and for exact queries at a thousand poses of the motion.

#include "demos/app/quantiles.h"
#include "demos/lab/prediction_variants.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper003_claims.h"
#include "demos/lab/reproduce/paper003_tankers.h"
#include "plugin/clocks.h"

namespace ricochet::lab::paper003 {
namespace {

using namespace mktree;

/// A variant, and its costs in each cell.
struct MeasuredVariant {
    PredictionVariant variant;
    std::vector<double> times = {};  ///< microseconds; leaves in memory
    double blocks = 0;               ///< read with an empty cache
};

struct Trees {
    std::shared_ptr<const MkTree> plain, withPolyhedra;
};

Result<Trees> treesOf(std::size_t tanker) {
    const auto plain = treeOf(scenes::kTankerVariants[tanker], {.leafTriangles = 200});
    if (!plain) return tl::unexpected(plain.error());
    const auto with = treeOf(scenes::kTankerVariants[tanker], {.leafTriangles = 200, .polyhedra = true});
    if (!with) return tl::unexpected(with.error());
    return Trees{*plain, *with};
}

/// One cell of table 3 in each variant; those that find the first contact must agree. Whether it is at the
/// start.
Result<bool> measureCell(const Trees& trees, const mktree::MovingBody& body, std::size_t m,
                         std::vector<MeasuredVariant>& variants) {
    const MovingSphere sphere = motion(m, trees.plain->box());
    std::optional<std::optional<Real>> truth;
    for (auto& [variant, times, blocks] : variants) {
        const PredictionQuestion question{variant.needsPolyhedra ? *trees.withPolyhedra : *trees.plain,
                                          body,
                                          {Matrix3::Identity(), sphere.centre},
                                          sphere.screw};
        question.tree.clearCache();
        const auto cold = variant.timeOf(question);
        if (!cold) return tl::unexpected(cold.error());
        blocks += static_cast<double>(question.tree.statistics().blocksRead);
        const double begin = threadMicroseconds();
        const auto warm = variant.timeOf(question);
        times.push_back(threadMicroseconds() - begin);
        if (!truth) truth = *warm;
        if (variant.findsFirst && !areSame(*truth, *warm)) {
            return tl::unexpected(std::string(variant.name) + " contradicts the traversal");
        }
    }
    return *truth && **truth == 0;
}

}  // namespace

Result<void> runCosts(Effort effort, Report& report) {
    const std::size_t tankers = effort == Effort::trial ? 1 : scenes::kTankerVariants.size();
    const mktree::MovingBody body(maintenancePart(kDiameter));
    std::vector<MeasuredVariant> variants;
    for (const PredictionVariant& variant : predictionVariants()) variants.push_back({variant});
    double allBlocks = 0;
    int startInContact = 0;
    for (std::size_t v = 0; v < tankers; ++v) {
        const auto trees = treesOf(v);
        if (!trees) return tl::unexpected(trees.error());
        for (std::size_t m = 0; m < kMotions; ++m) {
            const auto startsInContact = measureCell(*trees, body, m, variants);
            if (!startsInContact) return tl::unexpected(startsInContact.error());
            startInContact += *startsInContact;
            allBlocks += static_cast<double>(trees->plain->directory().blocks);
        }
    }
    TextTable table = {{"variant", "blocks read", "all / read", "required", "mean, us", "median, us",
                        "mean / traversal's", "median / traversal's", "required"}};
    const Quantiles base = quantilesOf(variants[0].times);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto& [variant, times, blocks] = variants[i];
        const Quantiles q = quantilesOf(times);
        const auto cells = static_cast<double>(times.size());
        table.push_back({variant.name, threeDigits(blocks / cells), threeDigits(allBlocks / blocks),
                         i == 0   ? "300"
                         : i == 1 ? "60"
                                  : "-",
                         threeDigits(q.mean), threeDigits(q.median), threeDigits(q.mean / base.mean),
                         threeDigits(q.median / base.median), i == 1 ? "50 (mean)" : "-"});
    }
    enum { traversal, paper, withPolyhedra, inOrder, poses };
    const auto meanOf = [&](std::size_t i) { return quantilesOf(variants[i].times).mean; };
    report.add(claimsOf(CostResults{.blocksByPaper = allBlocks / variants[paper].blocks,
                                    .blocksByTraversal = allBlocks / variants[traversal].blocks,
                                    .posesByPaper = meanOf(poses) / meanOf(paper),
                                    .posesByTraversal = meanOf(poses) / meanOf(traversal)}));
    report.say("Costs of a prediction, means over " + std::to_string(tankers * kMotions) +
                   " cells, surface area, at most 200 triangles a leaf; blocks from an empty cache (of " +
                   threeDigits(allBlocks / static_cast<double>(tankers * kMotions)) +
                   "), thread CPU time with the leaves in memory; " + std::to_string(startInContact) +
                   " bodies start in contact",
               table, Alignment::left);
    return report.write("costs", table);
}

}  // namespace ricochet::lab::paper003
