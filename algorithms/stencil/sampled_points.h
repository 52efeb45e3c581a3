#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/contact_method.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/stencil/sampled_overlap.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace ricochet::stencil {

/// Whether its contacts can come from pixels: of closed meshes without springs, in a step.
bool suitsPixels(const PairInput& input);

/// What of A and B shares pixels and depths in the boxes, as candidates. `normalInB`: unit, in B's frame, the
/// direction of the last step's projections, which are tried first, and then that of these; zero: none.
Result<std::vector<Candidate>> sampleCandidates(const LayerSource& source, const PairInput& input,
                                                const IntersectionBoxes& boxes,
                                                const SpeculativeMargin& margin,
                                                const SampledSettings& settings, Vec3& normalInB);

/// Says once that OpenGL has ended. Thread-safe.
class EndReport {
public:
    explicit EndReport(std::function<void(const std::string&)> report) : report_(std::move(report)) {}

    void give(const std::string& why) const;
    bool isGiven() const { return isGiven_; }

private:
    std::function<void(const std::string&)> report_;
    mutable std::atomic<bool> isGiven_ = false;
};

/// The contacts of a pair by face pairs of the narrow phase.
void findByFaces(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                 PairMemory& pairMemory, PersistentContacts& memory);

/// Chooses patches of the candidates; each point continues the nearest one of the last step.
void keepPoints(const std::vector<Candidate>& candidates, const PairInput& input,
                const SpeculativeMargin& margin, const ContactSettings& settings, PersistentContacts& memory);

}  // namespace ricochet::stencil
