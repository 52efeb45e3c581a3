#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

#include <optional>

namespace ricochet {

/// A body that is wholly inside another one.
struct InnerBody {
    Candidate contact;  ///< pushes it out, slowly
    Real distance;      ///< metres between the surfaces; 0 below a terrain, where out is upwards
};

/// The inner body, if one of two solids is wholly inside the other, or a solid is wholly below a terrain. For
/// surfaces that do not cross.
std::optional<InnerBody> innerBodyContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin);

}  // namespace ricochet
