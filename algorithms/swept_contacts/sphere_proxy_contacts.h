#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/swept_contacts/relative_motion.h"

namespace ricochet {

/// Sweeps the smaller of two bodies as its bounding sphere, which no spin can turn into a wall. A surface
/// that it hits becomes a plane up to which the solver may move the proxy; from there it slides and is swept
/// again, up to four planes. In later steps, when it is slower, contacts at the present poses take over.
/// Surfaces near the end of the motion also get up to eight bounding planes, which only matter if other
/// bodies push it. Appends these contacts to `memory`, each a patch of its own, and drops patches of a thin
/// wall's back side.
void addProxyContacts(const NarrowPhase& narrowPhase, const PairInput& input, RelativeMotion motion,
                      PairMemory& pairMemory, PersistentContacts& memory);

}  // namespace ricochet
