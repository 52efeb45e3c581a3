#include "algorithms/stencil/sampled_points.h"

#include "algorithms/contact/contact.h"
#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/nearest_contacts.h"
#include "algorithms/stencil/sampled_candidates.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace ricochet::stencil {

SpeculativeMargin marginFor(const ContactTask& task, const ContactSettings& settings) {
    const auto body = [](const ContactBody& b) {
        return MarginBody{b.surface->radius, transformPoint(b.pose, b.surface->centre), b.motion};
    };
    const MarginInput input{
        body(task.a), body(task.b), task.timeStep, task.restGap, task.minimumQueryDistance, task.isCompliant};
    return speculativeMarginOf(input, settings, std::numeric_limits<Real>::infinity(), 0);
}

bool suitsPixels(const ContactTask& task) {
    assert(task.a.model && task.b.model && task.a.surface && task.b.surface);
    const bool areSolid = task.a.surface->topology.isClosed() && task.b.surface->topology.isClosed();
    return areSolid && !task.isCompliant && task.timeStep > 0;
}

Result<std::vector<Candidate>> sampleCandidates(const LayerSource& source, const ContactTask& task,
                                                const IntersectionBoxes& boxes,
                                                const SpeculativeMargin& margin,
                                                const SampledSettings& settings, Vec3& normalInB) {
    const PlacedMesh a{&task.a.model->mesh(), task.a.pose}, b{&task.b.model->mesh(), task.b.pose};
    const Real farthest = margin.farthestGap();
    const auto shown = normalInB.isZero()
                           ? sampleContact(source, a, b, boxes, farthest, settings)
                           : sampleAlong(source, a, b, boxes, (b.pose.rotation * normalInB).normalized(),
                                         farthest, settings);
    if (!shown) return tl::unexpected(shown.error());
    std::vector<Candidate> candidates;
    for (const ProjectedPieces& each : *shown) {
        const std::vector<Candidate> found = sampledCandidates(each, margin);
        candidates.insert(candidates.end(), found.begin(), found.end());
    }
    normalInB = b.pose.rotation.inverse() * mainNormal(*shown);
    return candidates;
}

void EndReport::give(const std::string& why) const {
    if (isGiven_.exchange(true) || !report_) return;
    report_(why + "; contacts are found by faces from now on");
}

void findByFaces(const NarrowPhase& narrowPhase, const ContactTask& task, const ContactSettings& settings,
                 PairMemory& pairMemory, PersistentContacts& memory) {
    const ContactInput input = contactInputOf(task);
    (task.timeStep > 0 ? ricochet::findContacts : findNearestContacts)(narrowPhase, input, settings,
                                                                       pairMemory, memory);
}

void keepPoints(const std::vector<Candidate>& candidates, const ContactTask& task,
                const SpeculativeMargin& margin, const ContactSettings& settings,
                PersistentContacts& memory) {
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
