#include "algorithms/stencil/sampled_points.h"

#include "algorithms/contact/features/nearest_contacts.h"
#include "algorithms/contact/manifold/patches.h"
#include "algorithms/contact/manifold/warm_start.h"

#include <algorithm>
#include <limits>

namespace ricochet::stencil {

SpeculativeMargin marginFor(const ContactTask& task, const ContactSettings& settings) {
    const auto body = [](const ContactBody& b) {
        return MarginBody{b.surface->radius, place(b.pose, b.surface->centre), b.motion};
    };
    const MarginInput input{
        body(task.a), body(task.b), task.timeStep, task.restGap, task.minimumQueryDistance, task.isCompliant};
    return speculativeMarginOf(input, settings, std::numeric_limits<Real>::infinity(), 0);
}

void findByFaces(const NarrowPhase& narrowPhase, const ContactTask& task, const ContactSettings& settings,
                 PairMemory& pairMemory, ContactMemory& memory) {
    ContactInput input{task.a.placed(), task.b.placed(), task.a.surface,
                       task.b.surface,  task.a.motion,   task.b.motion};
    input.timeStep = task.timeStep;
    input.restGap = task.restGap;
    input.minimumQueryDistance = task.minimumQueryDistance;
    input.isCompliant = task.isCompliant;
    (task.timeStep > 0 ? ricochet::findContacts : findNearestContacts)(narrowPhase, input, settings,
                                                                       pairMemory, memory);
}

void keepPoints(const std::vector<Candidate>& candidates, const ContactTask& task,
                const SpeculativeMargin& margin, const ContactSettings& settings, ContactMemory& memory) {
    std::vector<ContactPoint> points;
    memory.patches.clear();
    const std::vector<bool> isOld(candidates.size(), false);
    for (const ChosenPatch& patch : choosePatches(candidates, isOld, margin, settings.maxPatches)) {
        memory.patches.push_back(
            {patch.normal, static_cast<Index>(points.size()), static_cast<Index>(patch.chosen.size())});
        for (const Index i : patch.chosen)
            points.push_back(contactPointOf(candidates[i], task.a.pose, task.b.pose, task.restGap));
    }
    const Real radius = std::min(task.a.surface->radius, task.b.surface->radius);
    matchNearestToLastStep(memory.points, radius, points);
    memory.points.swap(points);
    memory.clearFacePairs();
    memory.intersectingPairs = 0;
    memory.speculativeDistance = margin.distance;
}

}  // namespace ricochet::stencil
