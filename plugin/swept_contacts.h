#pragma once

#include "algorithms/contact/contact.h"

namespace ricochet {

/// Where bodies go farther than half the smaller one's radius within the step, contacts at their present
/// poses see too little. Then the motion is swept; what is met becomes a plane, and the smaller body a ball
/// that the solver may bring to the plane, but not farther; from there it slides, and is swept again, up to
/// four planes. In the next steps, when it is slower, contacts at present poses take over. Appends these
/// contacts to `memory`, each a patch of its own; the others there are those of `findContacts` for the same
/// input. Returns how many were appended.
Index addSweptContacts(const NarrowPhase& narrowPhase, const ContactInput& input, PairMemory& pairMemory,
                       ContactMemory& memory);

}  // namespace ricochet
