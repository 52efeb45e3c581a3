#pragma once

#include "algorithms/contact/contact.h"
#include "plugin/free_motion.h"

namespace ricochet {

/// The smaller one of two bodies as a ball, which no spin can turn into a wall: what it meets becomes a plane
/// to which the solver may bring the ball, but not farther; from there it slides, and is swept again, up to
/// four planes. In the next steps, when it is slower, contacts at present poses take over. What stands near
/// it is fenced off, too, by up to eight planes that only matter to a ball that others push. Appends these
/// contacts to `memory`, each a patch of its own, and drops patches of a thin wall's far side.
void addBallContacts(const NarrowPhase& narrowPhase, const ContactInput& input, FreeMotion motion,
                     PairMemory& pairMemory, ContactMemory& memory);

}  // namespace ricochet
