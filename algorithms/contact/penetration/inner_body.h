#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

#include <optional>

namespace ricochet {

/// The contact that slowly pushes a body out, if one of two solids is wholly inside the other, or a solid is
/// wholly below a terrain. For surfaces that do not cross. `insideBy`: set if there is one, to the distance
/// of the surfaces in metres; 0 below a terrain, where out is upwards.
std::optional<Candidate> innerBodyContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin, std::optional<Real>& insideBy);

}  // namespace ricochet
