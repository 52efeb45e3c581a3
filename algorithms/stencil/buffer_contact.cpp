#include "algorithms/stencil/buffer_contact.h"

#include "algorithms/stencil/buffer_narrow_phase.h"
#include "algorithms/stencil/sampled_candidates.h"
#include "algorithms/stencil/sampled_points.h"

#include <cassert>

namespace ricochet {
namespace {

using namespace stencil;

/// What persists for a pair.
struct BufferMemory : PairMemory::Coherence {
    DecisionMemory decision;
    Vec3 normalInB = Vec3::Zero();  ///< of the last step's sampled contacts, unit, in B's frame; zero: none
    PairMemory faces;               ///< of the narrow phase
};

BufferMemory& bufferMemoryOf(PairMemory& memory) {
    if (auto* own = dynamic_cast<BufferMemory*>(memory.coherence.get())) return *own;
    memory.coherence = std::make_unique<BufferMemory>();
    return static_cast<BufferMemory&>(*memory.coherence);
}

/// Leaves the region to the narrow phase, unless that keeps data of its own.
void leaveRegion(const BufferDecision& decision, PairMemory& faces) {
    using Found = BufferNarrowPhase::FoundRegion;
    if (faces.coherence && !dynamic_cast<Found*>(faces.coherence.get())) return;
    faces.coherence = std::make_unique<Found>(worldRegion(decision));
}

}  // namespace

BufferContact::BufferContact(std::shared_ptr<const BufferDecider> decider,
                             std::shared_ptr<const LayerSource> layers,
                             std::function<void(const std::string&)> report)
    : decider_(std::move(decider)), layers_(std::move(layers)), report_(std::move(report)) {}

void BufferContact::reportEnd(const std::string& why) const {
    if (hasEnded_.exchange(true) || !report_) return;
    report_(why + "; contacts are found by faces from now on");
}

Result<void> BufferContact::sample(const ContactTask& task, const ContactSettings& settings,
                                   const BufferDecision& decision, Vec3& normalInB,
                                   ContactMemory& memory) const {
    const SpeculativeMargin margin = marginFor(task, settings);
    const SampledSettings& sampled = decider_->settings().sampled;
    const PlacedMesh a{&task.a.model->mesh(), task.a.pose}, b{&task.b.model->mesh(), task.b.pose};
    std::vector<Candidate> candidates;
    if (decision.collides) {
        const IntersectionBoxes region{{*decision.region, *decision.region}};
        const Real farthest = margin.farthestGap();
        const auto shown = normalInB.isZero()
                               ? sampleContact(*layers_, a, b, region, farthest, sampled)
                               : sampleAlong(*layers_, a, b, region,
                                             (b.pose.rotation * normalInB).normalized(), farthest, sampled);
        if (!shown) return tl::unexpected(shown.error());
        for (const ProjectedPieces& each : *shown) {
            const std::vector<Candidate> found = sampledCandidates(each, margin);
            candidates.insert(candidates.end(), found.begin(), found.end());
        }
        normalInB = b.pose.rotation.inverse() * mainNormal(*shown);
    }
    keepPoints(candidates, task, margin, settings, memory);
    return {};
}

void BufferContact::findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                                 const ContactSettings& settings, PairMemory& pairMemory,
                                 ContactMemory& memory) const {
    assert(task.a.model && task.b.model && task.a.surface && task.b.surface);
    const bool areSolid = task.a.surface->topology.isClosed() && task.b.surface->topology.isClosed();
    if (!areSolid || task.isCompliant || task.timeStep <= 0 || hasEnded_) {
        return findByFaces(narrowPhase, task, settings, pairMemory, memory);
    }
    BufferMemory& own = bufferMemoryOf(pairMemory);
    const Real growth = marginFor(task, settings).farthestGap();
    const auto decision = decider_->decide(task.a.placed(), task.b.placed(), growth, own.decision);
    const bool isExact = decider_->settings().contacts == BufferContacts::hybrid;
    if (decision && isExact) {
        leaveRegion(*decision, own.faces);
        own.faces.counters = pairMemory.counters;
        findByFaces(narrowPhase, task, settings, own.faces, memory);
        pairMemory.counters = own.faces.counters;
        return;
    }
    ++pairMemory.counters.calls;
    Result<void> done;
    if (!decision) done = tl::unexpected(decision.error());
    if (decision) done = sample(task, settings, *decision, own.normalInB, memory);
    if (done) return;
    reportEnd(done.error());
    findByFaces(narrowPhase, task, settings, pairMemory, memory);
}

}  // namespace ricochet
