#pragma once

#include "algorithms/contact/contact.h"

namespace ricochet {

/// For a query that may look far, outside a simulation: the contacts about the place where two meshes are
/// nearest, always among them the nearest points themselves, as far as `input.minimumQueryDistance` allows.
/// What is a quarter of the smaller body's radius farther apart than the nearest points is left out: a look
/// at all pairs within some large distance would take long, and no caller needs them.
void findNearestContacts(const NarrowPhase& narrowPhase, const ContactInput& input,
                         const ContactSettings& settings, PairMemory& pairMemory, ContactMemory& memory);

}  // namespace ricochet
