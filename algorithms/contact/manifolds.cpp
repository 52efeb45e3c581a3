#include "algorithms/contact/manifolds.h"

#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/manifold/passing_points.h"
#include "algorithms/contact/single_velocity/single_velocity.h"

#include <functional>
#include <optional>

namespace ricochet {

void writeManifolds(std::span<const Candidate> candidates, const PairInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, PersistentContacts& memory) {
    const BodyMotion &a = input.a.motion, &b = input.b.motion;
    std::optional<SingleVelocity> stage;
    if (SingleVelocity::isNeeded(input.step)) stage.emplace(input, candidates, margin.linearSlop);
    std::function<StepForecast()> forecast;
    if (!input.step.isCompliant && StepForecast::isPossible(a, b, input.step.timeStep)) {
        forecast = [&] {
            return stage ? stage->forecast(candidates) : StepForecast(a, b, rowsOfPoints(candidates, input));
        };
    }
    thread_local std::vector<Candidate> chosen;  // reused, so that no memory is allocated
    thread_local std::vector<ContactPoint> points;
    chosen.clear();
    points.clear();
    memory.patches.clear();
    std::vector<ChosenPatch> patches = choosePatches(candidates, memory.points, margin, maxPatches, forecast);
    if (forecast && !stage) addPassingPoints(candidates, input, margin, maxPatches, patches);
    for (const ChosenPatch& patch : patches) {
        memory.patches.push_back(
            {patch.normal, static_cast<Index>(chosen.size()), static_cast<Index>(patch.chosen.size())});
        for (const Index i : patch.chosen) chosen.push_back(candidates[i]);
    }
    for (const Candidate& c : chosen) points.push_back(contactPoint(c, input));
    memory.acting.clear();
    if (stage) stage->prepare(chosen, points, memory.acting);
    matchToLastStep(memory.points, input.smallerRadius(), points);
    memory.points.swap(points);
}

}  // namespace ricochet
