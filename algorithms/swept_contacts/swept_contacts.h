#pragma once

#include "algorithms/contact/pair_input.h"

namespace ricochet {

/// If contacts at the bodies' present poses do not cover the step's motion, the motion is swept. Bodies that
/// collide get the contacts at their poses of impact, expressed at the present poses, so that the solver
/// stops them there; a body that moves far is swept as a sphere (`addProxyContacts`). Appends these contacts
/// to `memory`, which already contains those of `findContacts` for the same input, and counts them there.
/// Does nothing unless the step looks ahead, nor for entangled bodies.
void addSweptContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory);

}  // namespace ricochet
