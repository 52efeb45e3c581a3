#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/geometry/face_pair_batch.h"

namespace ricochet {

/// Face pairs to contact patches; the result is in `memory.points` and `memory.patches`. It does not depend
/// on which superset of the close pairs the narrow phase returned, nor on their order.
void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                  PairMemory& pairMemory, PersistentContacts& memory);

/// The first narrow-phase query of `findContacts` for the same input, settings and memories.
FacePairQuery firstQuery(const PairInput& input, const ContactSettings& settings, PairMemory& pairMemory,
                         const PersistentContacts& memory);

}  // namespace ricochet
