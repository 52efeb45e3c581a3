#pragma once

#include "algorithms/round_shapes/round_pair.h"

namespace ricochet::round_shapes {

/// Sweeps a body that moves farther within the step than the query distance of contacts at its present pose.
/// A feature that it hits becomes a contact, expressed at the present poses, so that the solver stops the
/// body there; from there it slides, and is swept again, up to four times. Appends these contacts to
/// `memory`, each a patch of its own. They are valid for one step: `dropSwept` removes them.
void addSwept(const NarrowPhase& narrowPhase, const RoundPair& pair, const SpeculativeMargin& margin,
              PersistentContacts& memory);

void dropSwept(PersistentContacts& memory);

}  // namespace ricochet::round_shapes
