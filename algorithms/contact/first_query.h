#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/geometry/face_pair_batch.h"

namespace ricochet {

/// The first narrow-phase query of `findContacts` for the same input, settings and memories.
FacePairQuery firstQuery(const ContactInput& input, const ContactSettings& settings, PairMemory& pairMemory,
                         const PersistentContacts& memory);

}  // namespace ricochet
