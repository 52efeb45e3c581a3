// The engine of Lin, Manocha, Cohen, Gottschalk, 1996, section 5: "At each time step, the contact polygons
// were found by the collision detection algorithm, an impulse was applied to the object at each contact
// before advancing the clock." Bodies answer only after polygons have met, so they do so again and again.
#pragma once

#include "demos/app/intersection_table.h"

namespace ricochet::app {

/// Runs a scene of one standing and one moving mesh (in this order) by impulses alone: gravity and starts are
/// the scene's, contacts are pairs of faces that intersect. Counts what a narrow phase was asked.
Result<IntersectionRow> countWithImpulses(const RunOptions& options, const std::string& narrowPhase);

}  // namespace ricochet::app
