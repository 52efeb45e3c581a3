#include "algorithms/stencil/sampled_points.h"

#include "algorithms/contact/contact.h"
#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/nearest_contacts.h"
#include "algorithms/stencil/sampled_candidates.h"

#include <algorithm>
#include <cassert>

namespace ricochet::stencil {

bool suitsPixels(const PairInput& input) {
    assert(input.a.model && input.b.model && input.a.surface && input.b.surface);
    const bool areSolid = input.a.surface->topology->isClosed() && input.b.surface->topology->isClosed();
    return areSolid && !input.step.isCompliant && input.step.timeStep > 0;
}

Result<std::vector<Candidate>> sampleCandidates(const LayerSource& source, const PairInput& input,
                                                const IntersectionBoxes& boxes,
                                                const SpeculativeMargin& margin,
                                                const SampledSettings& settings, Vec3& normalInB) {
    const PlacedMesh a{&input.a.model->mesh(), input.a.pose}, b{&input.b.model->mesh(), input.b.pose};
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

void findByFaces(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                 PairMemory& pairMemory, PersistentContacts& memory) {
    (input.step.timeStep > 0 ? ricochet::findContacts : findNearestContacts)(narrowPhase, input, settings,
                                                                             pairMemory, memory);
}

void keepPoints(const std::vector<Candidate>& candidates, const PairInput& input,
                const SpeculativeMargin& margin, const ContactSettings& settings,
                PersistentContacts& memory) {
    std::vector<ContactPoint> points;
    memory.patches.clear();
    for (const ChosenPatch& patch : choosePatches(candidates, {}, margin, settings.maxPatches)) {
        memory.patches.push_back({patch.normal, static_cast<Index>(points.size()), patch.size()});
        for (const Index i : patch) points.push_back(contactPoint(candidates[i], input));
    }
    matchNearestToLastStep(memory.points, input.smallerRadius(), points);
    memory.points.swap(points);
    memory.clearFacePairs();
    memory.speculativeDistance = margin.distance;
}

}  // namespace ricochet::stencil
