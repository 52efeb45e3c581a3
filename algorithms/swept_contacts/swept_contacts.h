#pragma once

#include "algorithms/contact/contact.h"

namespace ricochet {

/// How many were appended to a memory.
struct AppendedContacts {
    Index points = 0, patches = 0;
};

/// Where contacts at the bodies' present poses see too little of what happens within the step, the motion is
/// swept. Bodies that meet get the contacts that they have where they meet, as seen from where they are now,
/// so that the solver lets them arrive there; where one of them moves far, it is a sphere
/// (`addProxyContacts`). Appends these contacts to `memory`; the others there are those of `findContacts` for
/// the same input.
AppendedContacts addSweptContacts(const NarrowPhase& narrowPhase, const ContactInput& input,
                                  const ContactSettings& settings, PairMemory& pairMemory,
                                  ContactMemory& memory);

}  // namespace ricochet
