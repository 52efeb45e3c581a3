#pragma once

#include "algorithms/geometry/types.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::app {

/// A subcommand of a program, and its action after the command line is parsed.
struct Subcommand {
    CLI::App* commandLine;
    std::function<Result<int>(char** argv)> run;  ///< the exit code, or an error message for the user
};

/// A program that consists of subcommands.
struct Program {
    std::string name, about;
    std::vector<Subcommand (*)(CLI::App&)> subcommands;
};

/// For example "ricochet 0.1.0, float Bullet 3.24".
std::string versionText(const std::string& program);

/// The exit code. Errors are one line that begins with the program's name.
int runProgram(const Program& program, int argc, char** argv);

}  // namespace ricochet::app
