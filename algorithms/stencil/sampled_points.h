#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/speculative_margin.h"

namespace ricochet::stencil {

/// The distances of a step, without face pairs.
SpeculativeMargin marginFor(const ContactTask& task, const ContactSettings& settings);

/// The contacts of the task by face pairs of the narrow phase.
void findByFaces(const NarrowPhase& narrowPhase, const ContactTask& task, const ContactSettings& settings,
                 PairMemory& pairMemory, ContactMemory& memory);

/// Chooses patches of the candidates; each point continues the nearest one of the last step.
void keepPoints(const std::vector<Candidate>& candidates, const ContactTask& task,
                const SpeculativeMargin& margin, const ContactSettings& settings, ContactMemory& memory);

}  // namespace ricochet::stencil
