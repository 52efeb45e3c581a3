#include "demos/app/program.h"

#include "demos/app/subcommand.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace ricochet::app {
namespace {

int complain(const std::string& sentence) {
    std::cerr << "ricochet: " << sentence << '\n';
    return EXIT_FAILURE;
}

int runParsed(const std::vector<Subcommand>& subcommands, char** argv) {
    for (const Subcommand& subcommand : subcommands) {
        if (!subcommand.commandLine->parsed()) continue;
        const Result<int> exitCode = subcommand.run(argv);
        return exitCode ? *exitCode : complain(exitCode.error());
    }
    return complain("no subcommand was given; ricochet --help lists them");
}

}  // namespace

int runProgram(int argc, char** argv) {
    CLI::App program("Exact collision of triangle meshes in Bullet: scenes, comparisons, queries.",
                     "ricochet");
    program.require_subcommand(0, 1);
    const std::vector<Subcommand> subcommands = {addList(program),    addRun(program),
                                                 addCompare(program), addIntersections(program),
                                                 addQuery(program),   addCheck(program)};
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return program.exit(help);
    } catch (const CLI::ParseError& error) {
        return complain(error.what());
    }
    return runParsed(subcommands, argv);
}

}  // namespace ricochet::app
