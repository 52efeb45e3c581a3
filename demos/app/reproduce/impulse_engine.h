// The engine of Lin, Manocha, Cohen, Gottschalk, 1996, section 5: "At each time step, the contact polygons
// were found by the collision detection algorithm, an impulse was applied to the object at each contact
// before advancing the clock." Impulses act only after polygons have met, so they recur.
#pragma once

#include "demos/app/intersection_table.h"

namespace ricochet::app {

/// Runs a scene of one static and one moving mesh (in this order) by impulses alone: gravity and starts are
/// the scene's, contacts are pairs of faces that intersect. Counts the queries of the narrow phase.
Result<IntersectionRow> countWithImpulses(const RunOptions& options, const std::string& narrowPhase);

}  // namespace ricochet::app
