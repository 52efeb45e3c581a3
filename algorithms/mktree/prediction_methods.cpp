#include "algorithms/mktree/prediction_methods.h"

#include <algorithm>
#include <array>

namespace ricochet::mktree {
namespace {

constexpr std::array<PredictionMethod, 4> kMethods = {{
    {"slices", "both trees simultaneously, in slices of time, the earlier first", false},
    {"paper", "the four steps of paper 003 without bounding polyhedra, all candidates", true},
    {"paper-polyhedra",
     "the same with bounding polyhedra, if the file has them",
     true,
     {.usesPolyhedra = true}},
    {"paper-in-order",
     "the same as paper, in order of time up to the first contact",
     true,
     {.stopsInOrderOfTime = true}},
}};

}  // namespace

std::span<const PredictionMethod> predictionMethods() { return kMethods; }

const PredictionMethod* findPredictionMethod(std::string_view name) {
    const auto found = std::ranges::find(kMethods, name, &PredictionMethod::name);
    return found == kMethods.end() ? nullptr : &*found;
}

Result<std::optional<Prediction>> predictBy(const PredictionMethod& method, const MkTree& tree,
                                            const MovingBody& body, const Pose& pose,
                                            const ScrewMotion& screw, Real end, MethodCounters* counters) {
    if (!method.isPaper)
        return predict(tree, body, pose, screw, {.end = end}, counters ? &counters->slices : nullptr);
    PaperSettings settings = method.paper;
    settings.end = end;
    return predictByPaper(tree, body, pose, screw, settings, counters ? &counters->paper : nullptr);
}

}  // namespace ricochet::mktree
