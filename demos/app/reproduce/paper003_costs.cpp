// What predictions cost in the tankers of paper 003: blocks that are read, and time, by the paper's four steps,
// by the traversal, and by exact queries at a thousand poses of the motion.

#include "algorithms/mktree/paper_pipeline.h"
#include "algorithms/mktree/queries.h"
#include "demos/app/quantiles.h"
#include "demos/app/reproduce/experiment.h"
#include "demos/app/reproduce/paper003_tankers.h"
#include "plugin/clocks.h"

#include <functional>

namespace ricochet::app::paper003 {
namespace {

using namespace mktree;

constexpr int kSteps = 1000;

std::string threeDigits(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

/// A moving object on its way; `begin` is a motion's pose at time 0.
struct Question {
    const MkTree& tree;
    const MovingBody& body;
    Pose begin;
    ScrewMotion screw;
};

/// The time of the first contact, or none.
using Answer = Result<std::optional<Real>>;
using Ask = std::function<Answer(const Question&)>;

Answer timeOf(const Result<std::optional<Prediction>>& first) {
    if (!first) return tl::unexpected(first.error());
    return *first ? std::optional<Real>((*first)->contact.time) : std::nullopt;
}

Ask byPaper(const PaperSettings& settings) {
    return [settings](const Question& q) {
        return timeOf(predictByPaper(q.tree, q.body, q.begin, q.screw, settings));
    };
}

/// Steps on until faces meet.
Answer bySteps(const Question& q) {
    for (int i = 0; i <= kSteps; ++i) {
        const Real time = Real(i) / kSteps;
        const Matrix3 turn = Eigen::AngleAxis<Real>(q.screw.angle * time, q.screw.axis).toRotationMatrix();
        const auto pairs = facePairs(q.tree, q.body, {turn, screwed(q.screw, q.begin.translation, time)});
        if (!pairs) return tl::unexpected(pairs.error());
        if (!pairs->empty()) return std::optional<Real>(time);
    }
    return std::optional<Real>();
}

struct Way {
    const char* name;
    bool needsPolyhedra;
    bool findsFirst;  ///< steps pass over what is touched between two of them
    Ask ask;
    std::vector<double> times = {};  ///< microseconds, one a cell; leaves in memory
    double blocks = 0;               ///< read where none is in memory
};

std::vector<Way> allWays() {
    return {{"traversal in the order of time", false, true,
             [](const Question& q) { return timeOf(predict(q.tree, q.body, q.begin, q.screw)); }},
            {"the paper's steps, all candidates, without polyhedra", false, true, byPaper({})},
            {"the same with bounding polyhedra", true, true, byPaper({.usesPolyhedra = true})},
            {"the same in the order of time, without polyhedra", false, true, byPaper({.stopsInOrderOfTime = true})},
            {"exact queries at 1,000 poses", false, false, bySteps}};
}

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

/// One cell of table 3 in each way; they must agree.
Result<void> measureCell(const Trees& trees, const MovingBody& body, std::size_t m, std::vector<Way>& ways) {
    const MovingSphere sphere = motion(m, trees.plain->box());
    std::optional<Answer> truth;
    for (Way& way : ways) {
        const Question question{way.needsPolyhedra ? *trees.withPolyhedra : *trees.plain, body,
                                {Matrix3::Identity(), sphere.centre}, sphere.screw};
        question.tree.clearCache();
        const Answer cold = way.ask(question);
        if (!cold) return tl::unexpected(cold.error());
        way.blocks += static_cast<double>(question.tree.statistics().blocksRead);
        const double begin = threadMicroseconds();
        const Answer warm = way.ask(question);
        way.times.push_back(threadMicroseconds() - begin);
        if (!truth) truth = warm;
        const bool isSame = (*truth)->has_value() == warm->has_value() &&
                            (!*warm || std::abs(**warm - ***truth) <= 1e-9);
        if (way.findsFirst && !isSame) {
            return tl::unexpected(std::string(way.name) + " contradicts the traversal");
        }
    }
    return {};
}

}  // namespace

Result<void> runCosts(Effort effort, Report& report) {
    const std::size_t tankers = effort == Effort::trial ? 1 : scenes::kTankerVariants.size();
    const MovingBody body(maintenancePart(kDiameter));
    std::vector<Way> ways = allWays();
    double allBlocks = 0;
    for (std::size_t v = 0; v < tankers; ++v) {
        const auto trees = treesOf(v);
        if (!trees) return tl::unexpected(trees.error());
        for (std::size_t m = 0; m < kMotions; ++m) {
            if (const auto good = measureCell(*trees, body, m, ways); !good) return good;
            allBlocks += static_cast<double>(trees->plain->directory().blocks);
        }
    }
    TextTable table = {{"way", "blocks read", "all / read", "mean, us", "median, us", "mean / traversal's",
                        "median / traversal's"}};
    const Quantiles base = quantilesOf(ways[0].times);
    for (const Way& way : ways) {
        const Quantiles q = quantilesOf(way.times);
        const auto cells = static_cast<double>(way.times.size());
        table.push_back({way.name, threeDigits(way.blocks / cells), threeDigits(allBlocks / way.blocks),
                         threeDigits(q.mean), threeDigits(q.median), threeDigits(q.mean / base.mean),
                         threeDigits(q.median / base.median)});
    }
    report.say("Costs of a prediction, means over " + std::to_string(tankers * kMotions) +
                   " cells, surface area, at most 200 triangles a leaf; blocks from an empty cache (of " +
                   threeDigits(allBlocks / static_cast<double>(tankers * kMotions)) +
                   "), thread CPU time with the leaves in memory",
               table, Alignment::left);
    return report.write("costs", table);
}

}  // namespace ricochet::app::paper003
