#pragma once

#include "algorithms/geometry/types.h"

#include <string>

namespace CLI {
class Validator;
}

namespace ricochet::app {

/// Writes a whole file: beside its place first, so that a reader finds the old text or all of the new. A
/// device or pipe is written directly. An error message contains the name. Does nothing without a name.
Result<void> writeFile(const std::string& path, const std::string& text);

/// For an option that names such a file: checks before the work starts whether it can be written, without
/// changing an existing file.
extern const CLI::Validator kWritable;
/// Accepts a name that ends in .png, or none.
extern const CLI::Validator kPng;

}  // namespace ricochet::app
