#pragma once

#include "algorithms/geometry/types.h"

#include <CLI/CLI.hpp>

#include <string>

namespace ricochet::app {

/// Writes a whole file; a sentence names the one that could not be written. Nothing happens without a name.
Result<void> writeFile(const std::string& path, const std::string& text);

/// Of an option that names such a file: asks before the work is done whether it can be written, and leaves
/// what is there.
extern const CLI::Validator kWritable;

}  // namespace ricochet::app
