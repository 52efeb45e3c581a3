#pragma once

#include "demos/app/subcommand.h"

namespace ricochet::app {

/// `ricochet`: scenes, comparisons and queries.
const Program& ricochetProgram();

}  // namespace ricochet::app
