#pragma once

namespace CLI {
class Validator;
}  // namespace CLI

namespace ricochet::app {

// The values that an option accepts, all of them finite; the error message is shorter than CLI11's own.
extern const CLI::Validator kFinite;
extern const CLI::Validator kPositive;
extern const CLI::Validator kNotNegative;
extern const CLI::Validator kShare;  ///< 0 to 1

}  // namespace ricochet::app
