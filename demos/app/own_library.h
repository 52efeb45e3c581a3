#pragma once

#include "algorithms/geometry/types.h"

#include <filesystem>
#include <string>

namespace ricochet::app {

/// A library of ours that is loaded at run time: beside the program where it was built, in the libraries'
/// folder where it was installed.
Result<std::filesystem::path> findOwnLibrary(const std::string& name);

}  // namespace ricochet::app
