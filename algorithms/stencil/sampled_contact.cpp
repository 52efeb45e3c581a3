#include "algorithms/stencil/sampled_contact.h"

#include "algorithms/stencil/sampled_points.h"

namespace ricochet {
namespace {

using namespace stencil;

/// The direction of the last step's projections, which this step tries first.
struct LastDirection : NarrowPhaseCache {
    Vec3 inB = Vec3::Zero();  ///< unit, in B's frame; zero: none
};

LastDirection& lastDirectionOf(PairMemory& memory) {
    if (auto* own = dynamic_cast<LastDirection*>(memory.cache.get())) return *own;
    memory.cache = std::make_unique<LastDirection>();
    return static_cast<LastDirection&>(*memory.cache);
}

}  // namespace

SampledContact::SampledContact(std::shared_ptr<const LayerSource> source, SampledSettings settings,
                               std::function<void(const std::string&)> report)
    : source_(std::move(source)), settings_(settings), end_(std::move(report)) {}

void SampledContact::findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                                  const ContactSettings& settings, PairMemory& pairMemory,
                                  PersistentContacts& memory) const {
    if (!suitsPixels(task) || end_.isGiven()) {
        return findByFaces(narrowPhase, task, settings, pairMemory, memory);
    }
    ++pairMemory.counters.calls;
    const PlacedMesh a{&task.a.model->mesh(), task.a.pose}, b{&task.b.model->mesh(), task.b.pose};
    const SpeculativeMargin margin = marginFor(task, settings);
    const IntersectionBoxes boxes = intersectionBoxes(a, b, margin.farthestGap());
    LastDirection& last = lastDirectionOf(pairMemory);
    Result<std::vector<Candidate>> candidates;
    if (!boxes.isEmpty()) {
        candidates = sampleCandidates(*source_, task, boxes, margin, settings_, last.inB);
    }
    if (!candidates) {
        end_.give(candidates.error());
        return findByFaces(narrowPhase, task, settings, pairMemory, memory);
    }
    keepPoints(*candidates, task, margin, settings, memory);
}

}  // namespace ricochet
