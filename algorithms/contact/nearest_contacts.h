#pragma once

#include "algorithms/contact/pair_input.h"

namespace ricochet {

/// For a query with a large distance, outside a simulation: the contacts around the closest points of two
/// meshes, always including the closest points themselves if `input.step.minimumQueryDistance` allows.
/// Contacts whose distance exceeds the closest one by a quarter of the smaller body's radius are omitted:
/// searching all pairs within a large distance would take long, and no caller needs them.
void findNearestContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                         const ContactSettings& settings, PairMemory& pairMemory, PersistentContacts& memory);

}  // namespace ricochet
