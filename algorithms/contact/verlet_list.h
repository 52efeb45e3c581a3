#pragma once

#include "algorithms/contact/speculative_margin.h"

namespace ricochet {

// Searching faces, and rejecting those that cannot touch, gives nothing new while bodies have hardly moved:
// each face pair that is rejected has a distance or an angle to go. So the search's range is widened by a
// slack, and its result holds until motion, and changes of the range, have spent that. Features are tested in
// each step. A list of bodies that are apart is empty, and costs nothing to hold: its slack has no limit.

/// Whether `memory.facePairs` contains all face pairs that may have a contact in this step, or intersect.
bool listHolds(const PairInput& input, const ContactSettings& settings, const SpeculativeMargin& margin,
               const PersistentContacts& memory);

/// Lists the face pairs of this step and the next ones in `memory.facePairs`. False if the bodies move so
/// fast, or have so many face pairs, that a list would not pay off; then it changes nothing but `pairMemory`.
bool makeList(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
              const SpeculativeMargin& margin, PairMemory& pairMemory, PersistentContacts& memory);

/// Whether the list tells that nothing is near in this step, and that neither body came to be inside the
/// other since they were last known to be separated: surfaces that do not cross have not passed one another.
bool areStillApart(const PairInput& input, const SpeculativeMargin& margin, const PersistentContacts& memory);

/// Whether a fast body without contacts, in `memory.points`, is swept only if faces are near, so that it
/// matters whether the searches of this very step find any.
bool isEmptinessUsed(const PairInput& input, const PersistentContacts& memory);

/// Whether that is used and the list does not tell it.
bool needsSearch(const PairInput& input, const SpeculativeMargin& margin, const PersistentContacts& memory);

}  // namespace ricochet
