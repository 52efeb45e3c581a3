#include "algorithms/contact/manifolds.h"

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/manifold/passing_points.h"
#include "algorithms/contact/single_velocity/single_velocity.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/room.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ricochet {
namespace {

/// Whether the choice of the last step holds. Else points that are nearly alike would take turns while bodies
/// hardly move, and their loads with them.
bool choiceHolds(const PairInput& input, const SpeculativeMargin& margin, const PersistentContacts& memory) {
    if (!memory.chosenAt || memory.points.empty()) return false;
    const Real limit = kTolerances.choiceHolds * margin.linearSlop;
    return motionInStep(input) <= limit && displacementSince(*memory.chosenAt, input) <= limit;
}

/// The candidate of the same features, or the nearest one to where the point would be now; kNone: it is gone.
/// Candidates are sorted by their keys.
Index continuation(const ContactPoint& point, std::span<const Candidate> candidates, const PairInput& input,
                   Real farthest) {
    const auto same = std::ranges::lower_bound(candidates, point.key, {}, &Candidate::key);
    if (same != candidates.end() && same->key == point.key &&
        same->normal.dot(point.normal) > kTolerances.sameNormal)
        return static_cast<Index>(same - candidates.begin());
    const Vec3 onA = transformPoint(input.a.pose, point.localOnA);
    Index nearest = kNone;
    for (Index i = 0; i < candidates.size(); ++i) {
        if (candidates[i].normal.dot(point.normal) <= kTolerances.slidNormal) continue;
        const Real moved = (candidates[i].onA - onA).norm();
        if (moved < farthest) farthest = moved, nearest = i;
    }
    return nearest;
}

/// The patches of the last step, of candidates that continue its points. Empty if any is gone.
ScratchVector<ChosenPatch> lastChoice(std::span<const Candidate> candidates, const PairInput& input,
                                      const SpeculativeMargin& margin, const PersistentContacts& memory) {
    ScratchVector<ChosenPatch> patches;
    ScratchVector<bool> isChosen(candidates.size());
    for (const Patch& last : memory.patches) {
        ChosenPatch patch(last.normal);
        for (Index i = last.begin; i < last.begin + last.count; ++i) {
            const Index next = continuation(memory.points[i], candidates, input, margin.linearSlop);
            if (next == kNone || isChosen[next]) return {};
            isChosen[next] = true;
            patch.push_back(next);
        }
        patches.push_back(patch);
    }
    return patches;
}

}  // namespace

void writeManifolds(std::span<const Candidate> candidates, const PairInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, PersistentContacts& memory) {
    const BodyMotion &a = input.a.motion, &b = input.b.motion;
    const std::optional<PairMotion> motion = singleVelocityMotion(input, candidates, margin.linearSlop);
    const auto makeForecast = [&] {
        return StepForecast(a, b,
                            motion ? linesOnArcs(candidates, *motion) : linesOfPoints(candidates, input));
    };
    std::function<StepForecast()> forecast;
    if (!input.step.isCompliant && StepForecast::isPossible(a, b, input.step.timeStep))
        forecast = std::ref(makeForecast);       // a copy would need memory
    thread_local std::vector<Candidate> chosen;  // reused, so that no memory is allocated
    thread_local std::vector<ContactPoint> points;
    chosen.clear();
    points.clear();
    ScratchVector<ChosenPatch> patches;
    if (input.step.isRaw && choiceHolds(input, margin, memory))
        patches = lastChoice(candidates, input, margin, memory);
    if (patches.empty()) {
        patches = choosePatches(candidates, memory.points, margin, maxPatches, forecast);
        if (forecast && !motion) addPassingPoints(candidates, input, margin, maxPatches, patches);
        memory.chosenAt = poseOfSmaller(input);
    }
    memory.patches.clear();
    makeRoom(memory.patches, patches.size());
    for (const ChosenPatch& patch : patches) {
        memory.patches.push_back({patch.normal, static_cast<Index>(chosen.size()), patch.size()});
        for (const Index i : patch) chosen.push_back(candidates[i]);
    }
    freeSpareRoom(memory.patches);
    for (const Candidate& c : chosen) points.push_back(contactPoint(c, input));
    if (motion) prepareForSingleVelocity(chosen, *motion, points);
    matchToLastStep(memory.points, input.smallerRadius(), points);
    makeRoom(memory.points, points.size());
    memory.points.assign(points.begin(), points.end());
    freeSpareRoom(memory.points);
}

}  // namespace ricochet
