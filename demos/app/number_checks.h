#pragma once

#include "algorithms/geometry/types.h"

#include <cstddef>
#include <string>

namespace CLI {
class Validator;
}  // namespace CLI

namespace ricochet::app {

// The values that an option accepts, all of them finite; the error message is shorter than CLI11's own.
extern const CLI::Validator kFinite;
extern const CLI::Validator kPositive;
extern const CLI::Validator kNotNegative;
extern const CLI::Validator kShare;  ///< 0 to 1
extern const CLI::Validator kRate;   ///< steps per second: 1 to 1,000,000

/// An error if so many things of a size do not fit into this machine's memory.
Result<void> checkMemory(double count, std::size_t bytes, const std::string& what);

}  // namespace ricochet::app
