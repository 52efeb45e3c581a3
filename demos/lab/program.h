#pragma once

#include "demos/app/subcommand.h"

namespace ricochet::lab {

using namespace app;

/// `ricochet-lab`: experiments of the papers, analytic laws, and looks at single structures.
const Program& labProgram();

}  // namespace ricochet::lab
