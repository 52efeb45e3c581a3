#pragma once

#include "demos/app/simulation.h"
#include "demos/scenes/scene_description.h"

namespace ricochet::app {

/// What is in a simulation before its first step, so that a world made of it moves in the same way, bit for
/// bit, for so many seconds. Fails with one sentence about what a file cannot express.
Result<scenes::SceneDescription> describe(Simulation& simulation, double seconds);

}  // namespace ricochet::app
