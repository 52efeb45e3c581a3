#pragma once

#include "algorithms/geometry/types.h"

#include <filesystem>
#include <string>

namespace ricochet::app {

/// A library of the project that is loaded at run time: in the program's folder in a build, in the library
/// folder if installed.
Result<std::filesystem::path> findOwnLibrary(const std::string& name);

}  // namespace ricochet::app
