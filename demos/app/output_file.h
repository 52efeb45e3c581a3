#pragma once

#include "algorithms/geometry/types.h"

#include <string>

namespace ricochet::app {

/// Writes a whole file; a sentence names the one that could not be written. Nothing happens without a name.
Result<void> writeFile(const std::string& path, const std::string& text);

}  // namespace ricochet::app
