#include "algorithms/stencil/sampled_contact.h"

#include "algorithms/stencil/sampled_candidates.h"
#include "algorithms/stencil/sampled_points.h"

#include <cassert>

namespace ricochet {
namespace {

using namespace stencil;

/// The direction of the last step's projections, which this step tries first.
struct LastDirection : PairMemory::Coherence {
    Vec3 inB = Vec3::Zero();  ///< unit, in B's frame; zero: none
};

LastDirection& lastDirectionOf(PairMemory& memory) {
    if (auto* own = dynamic_cast<LastDirection*>(memory.coherence.get())) return *own;
    memory.coherence = std::make_unique<LastDirection>();
    return static_cast<LastDirection&>(*memory.coherence);
}

}  // namespace

SampledContact::SampledContact(std::shared_ptr<const LayerSource> source, SampledSettings settings,
                               std::function<void(const std::string&)> report)
    : source_(std::move(source)), settings_(settings), report_(std::move(report)) {}

void SampledContact::reportEnd(const std::string& why) const {
    if (hasEnded_.exchange(true) || !report_) return;
    report_(why + "; contacts are found by faces from now on");
}

void SampledContact::findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                                  const ContactSettings& settings, PairMemory& pairMemory,
                                  ContactMemory& memory) const {
    assert(task.a.model && task.b.model && task.a.surface && task.b.surface);
    const bool areSolid = task.a.surface->topology.isClosed() && task.b.surface->topology.isClosed();
    if (!areSolid || task.isCompliant || task.timeStep <= 0 || hasEnded_) {
        return findByFaces(narrowPhase, task, settings, pairMemory, memory);
    }
    ++pairMemory.counters.calls;
    const PlacedMesh a{&task.a.model->mesh(), task.a.pose}, b{&task.b.model->mesh(), task.b.pose};
    const SpeculativeMargin margin = marginFor(task, settings);
    const IntersectionBoxes boxes = intersectionBoxes(a, b, margin.farthestGap());
    LastDirection& last = lastDirectionOf(pairMemory);
    std::vector<Candidate> candidates;
    if (!boxes.isEmpty()) {
        const Real farthest = margin.farthestGap();
        const auto shown = last.inB.isZero()
                               ? sampleContact(*source_, a, b, boxes, farthest, settings_)
                               : sampleAlong(*source_, a, b, boxes, (b.pose.rotation * last.inB).normalized(),
                                             farthest, settings_);
        if (!shown) {
            reportEnd(shown.error());
            return findByFaces(narrowPhase, task, settings, pairMemory, memory);
        }
        for (const ProjectedPieces& each : *shown) {
            const std::vector<Candidate> found = sampledCandidates(each, margin);
            candidates.insert(candidates.end(), found.begin(), found.end());
        }
        last.inB = b.pose.rotation.inverse() * mainNormal(*shown);
    }
    keepPoints(candidates, task, margin, settings, memory);
}

}  // namespace ricochet
