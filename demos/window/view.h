#pragma once

#include "demos/app/subcommand.h"

namespace ricochet::window {

/// `ricochet view`: a scene, or mesh files that fall, in a window.
app::Subcommand addView(CLI::App& program);

}  // namespace ricochet::window
