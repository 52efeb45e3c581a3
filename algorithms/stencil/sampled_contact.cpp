#include "algorithms/stencil/sampled_contact.h"

#include "algorithms/stencil/sampled_points.h"

namespace ricochet {
namespace {

using namespace stencil;

/// The direction of the last step's projections, which this step tries first.
struct LastDirection final : CacheOf<LastDirection> {
    Vec3 inB = Vec3::Zero();  ///< unit, in B's frame; zero: none
};

}  // namespace

SampledContact::SampledContact(std::shared_ptr<const LayerSource> source, SampledSettings settings,
                               std::function<void(const std::string&)> report)
    : source_(std::move(source)), settings_(settings), end_(std::move(report)) {}

void SampledContact::findContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                                  const ContactSettings& settings, PairMemory& pairMemory,
                                  PersistentContacts& memory) const {
    if (!suitsPixels(input) || end_.isGiven()) {
        return findByFaces(narrowPhase, input, settings, pairMemory, memory);
    }
    ++pairMemory.counters.calls;
    const PlacedMesh a{&input.a.model->mesh(), input.a.pose}, b{&input.b.model->mesh(), input.b.pose};
    const SpeculativeMargin margin = marginWithoutSearches(input, settings, {});
    const IntersectionBoxes boxes = intersectionBoxes(a, b, margin.farthestGap());
    LastDirection& last = cacheIn<LastDirection>(pairMemory);
    Result<std::vector<Candidate>> candidates;
    if (!boxes.isEmpty()) {
        candidates = sampleCandidates(*source_, input, boxes, margin, settings_, last.inB);
    }
    if (!candidates) {
        end_.give(candidates.error());
        return findByFaces(narrowPhase, input, settings, pairMemory, memory);
    }
    keepPoints(*candidates, input, margin, settings, memory);
}

}  // namespace ricochet
