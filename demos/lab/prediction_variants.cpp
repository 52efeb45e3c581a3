#include "demos/lab/prediction_variants.h"

#include "algorithms/mktree/queries.h"

namespace ricochet::lab {
namespace {

using namespace mktree;
using Answer = Result<std::optional<Real>>;
using Question = PredictionQuestion;

constexpr int kSteps = 1000;

Answer timeOf(const Result<std::optional<Prediction>>& first) {
    if (!first) return tl::unexpected(first.error());
    return *first ? std::optional<Real>((*first)->contact.time) : std::nullopt;
}

Answer byTraversal(const Question& q) { return timeOf(predict(q.tree, q.body, q.begin, q.screw)); }

auto byPaper(const PaperSettings& settings) {
    return [settings](const Question& q) {
        return timeOf(predictByPaper(q.tree, q.body, q.begin, q.screw, settings));
    };
}

/// Tests one pose after another until faces meet.
Answer bySteps(const Question& q) {
    for (int i = 0; i <= kSteps; ++i) {
        const Real time = Real(i) / kSteps;
        const Matrix3 turn = Eigen::AngleAxis<Real>(q.screw.angle * time, q.screw.axis).toRotationMatrix();
        const Pose pose{turn * q.begin.rotation, screwed(q.screw, q.begin.translation, time)};
        const auto pairs = facePairs(q.tree, q.body, pose);
        if (!pairs) return tl::unexpected(pairs.error());
        if (!pairs->empty()) return std::optional<Real>(time);
    }
    return std::optional<Real>();
}

}  // namespace

std::vector<PredictionVariant> predictionVariants() {
    return {
        {"traversal in the order of time", false, true, byTraversal},
        {"the paper's steps: all candidates; no polyhedra", false, true, byPaper({})},
        {"the same with bounding polyhedra", true, true, byPaper({.usesPolyhedra = true})},
        {"the same in the order of time; no polyhedra", false, true, byPaper({.stopsInOrderOfTime = true})},
        {"exact queries at 1000 poses", false, false, bySteps}};
}

bool areSame(const std::optional<Real>& a, const std::optional<Real>& b) {
    return a.has_value() == b.has_value() && (!a || std::abs(*a - *b) <= 1e-9);
}

}  // namespace ricochet::lab
