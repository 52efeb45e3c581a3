#pragma once

#include "algorithms/round_shapes/round_pair.h"

namespace ricochet::round_shapes {

/// A body that goes farther within the step than contacts at its present pose look is swept. What it comes to
/// touch becomes a contact, as seen from where the bodies are now, so that the solver lets it arrive there;
/// from there it slides, and is swept again, up to four times. Appends these contacts to `memory`, each a
/// patch of its own. They are of one step only: `dropSwept` removes them.
void addSwept(const NarrowPhase& narrowPhase, const RoundPair& pair, const SpeculativeMargin& margin,
              ContactMemory& memory);

void dropSwept(ContactMemory& memory);

}  // namespace ricochet::round_shapes
