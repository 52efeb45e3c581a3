#pragma once

#include "algorithms/geometry/types.h"

#include <functional>

namespace CLI {
class App;
}

namespace ricochet::app {

/// A subcommand of `ricochet`, and its action after the command line is parsed.
struct Subcommand {
    CLI::App* commandLine;
    std::function<Result<int>(char** argv)> run;  ///< the exit code, or an error message for the user
};

Subcommand addList(CLI::App& program);
Subcommand addRun(CLI::App& program);
Subcommand addCompare(CLI::App& program);
Subcommand addIntersections(CLI::App& program);
Subcommand addQuery(CLI::App& program);
Subcommand addCheck(CLI::App& program);
Subcommand addField(CLI::App& program);
Subcommand addHull(CLI::App& program);
Subcommand addLaws(CLI::App& program);
Subcommand addMkTree(CLI::App& program);
Subcommand addOctree(CLI::App& program);
Subcommand addOverlap(CLI::App& program);
Subcommand addPredict(CLI::App& program);
Subcommand addPreload(CLI::App& program);
Subcommand addReproduce(CLI::App& program);

}  // namespace ricochet::app
