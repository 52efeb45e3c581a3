#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ricochet::app {

/// The manual page of a program, in troff's man macros, from its subcommands and options. `version`: such as
/// "ricochet 0.1.0".
std::string manPage(const CLI::App& program, const std::string& version);

/// What bash completes: subcommands, options, and values of options that have a list of them.
std::string bashCompletion(const CLI::App& program);

}  // namespace ricochet::app
