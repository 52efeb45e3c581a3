#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/swept_contacts/free_motion.h"

namespace ricochet {

/// The smaller one of two bodies as its bounding sphere, which no spin can turn into a wall: what it meets
/// becomes a plane to which the solver may bring the proxy, but not farther; from there it slides, and is
/// swept again, up to four planes. In the next steps, when it is slower, contacts at present poses take over.
/// What stands near it also gets up to eight bounding planes, which only matter if others push it. Appends
/// these contacts to `memory`, each a patch of its own, and drops patches of a thin wall's back side.
void addProxyContacts(const NarrowPhase& narrowPhase, const ContactInput& input, FreeMotion motion,
                      PairMemory& pairMemory, ContactMemory& memory);

}  // namespace ricochet
