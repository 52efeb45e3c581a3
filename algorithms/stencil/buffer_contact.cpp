#include "algorithms/stencil/buffer_contact.h"

#include "algorithms/stencil/buffer_narrow_phase.h"
#include "algorithms/stencil/sampled_points.h"

namespace ricochet {
namespace {

using namespace stencil;

/// What persists for a pair.
struct BufferMemory final : CacheOf<BufferMemory> {
    DecisionMemory decision;
    Vec3 normalInB = Vec3::Zero();  ///< of the last step's sampled contacts, unit, in B's frame; zero: none
    PairMemory faces;               ///< of the narrow phase
};

/// Leaves the region to the narrow phase, unless that keeps data of its own.
void leaveRegion(const BufferDecision& decision, PairMemory& faces) {
    using Found = BufferNarrowPhase::FoundRegion;
    if (faces.cache && !asKind<Found>(faces.cache.get())) return;
    faces.cache = std::make_unique<Found>(worldRegion(decision));
}

}  // namespace

BufferContact::BufferContact(std::shared_ptr<const BufferDecider> decider,
                             std::shared_ptr<const LayerSource> layers,
                             std::function<void(const std::string&)> report)
    : decider_(std::move(decider)), layers_(std::move(layers)), end_(std::move(report)) {}

void BufferContact::findContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                                 const ContactSettings& settings, PairMemory& pairMemory,
                                 PersistentContacts& memory) const {
    if (!suitsPixels(input) || end_.isGiven()) {
        return findByFaces(narrowPhase, input, settings, pairMemory, memory);
    }
    BufferMemory& own = cacheIn<BufferMemory>(pairMemory);
    const SpeculativeMargin margin = marginWithoutSearches(input, settings, {});
    const auto decision =
        decider_->decide(input.a.instance(), input.b.instance(), margin.farthestGap(), own.decision);
    if (decision && findsByFaces()) {
        leaveRegion(*decision, own.faces);
        own.faces.counters = pairMemory.counters;
        findByFaces(narrowPhase, input, settings, own.faces, memory);
        pairMemory.counters = own.faces.counters;
        return;
    }
    ++pairMemory.counters.calls;
    Result<std::vector<Candidate>> candidates;
    if (!decision) candidates = tl::unexpected(decision.error());
    if (decision && decision->collides) {
        const IntersectionBoxes region{{*decision->region, *decision->region}};
        candidates =
            sampleCandidates(*layers_, input, region, margin, decider_->settings().sampled, own.normalInB);
    }
    if (!candidates) {
        end_.give(candidates.error());
        return findByFaces(narrowPhase, input, settings, pairMemory, memory);
    }
    keepPoints(*candidates, input, margin, settings, memory);
}

}  // namespace ricochet
