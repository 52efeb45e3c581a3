#include "demos/app/program.h"

#include "demos/app/precision.h"
#include "demos/app/subcommand.h"

#include <CLI/CLI.hpp>
#include <LinearMath/btScalar.h>
#include <ricochet/stencil.h>

#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::app {
namespace {

int complain(const std::string& sentence) {
    std::cerr << "ricochet: " << sentence << '\n';
    return EXIT_FAILURE;
}

/// For example "ricochet 0.1.0, float Bullet 3.24".
std::string version() {
    return std::string("ricochet ") + RICOCHET_VERSION + ", " + kPrecision + " Bullet " +
           std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
}

/// CLI11's own message names neither the mistake nor quotes the text.
std::string sentenceOf(const CLI::ConversionError& error) {
    const std::string text = error.what(), begin = "Could not convert: ";
    const std::size_t equals = text.find(" = ");
    if (!text.starts_with(begin) || equals == std::string::npos) return text;
    return text.substr(begin.size(), equals - begin.size()) + ": '" + text.substr(equals + 3) +
           "' is not a number that this option accepts";
}

int runParsed(const std::vector<Subcommand>& subcommands, char** argv) {
    for (const Subcommand& subcommand : subcommands) {
        if (!subcommand.commandLine->parsed()) continue;
        try {
            const Result<int> exitCode = subcommand.run(argv);
            return exitCode ? *exitCode : complain(exitCode.error());
        } catch (const std::bad_alloc&) {
            return complain("there is not enough memory");
        } catch (const std::length_error&) {
            return complain("there is not enough memory");
        }
    }
    return complain("no subcommand was given; ricochet --help lists them");
}

}  // namespace

int runProgram(int argc, char** argv) {
    addStencilBackend();
    CLI::App program("Exact collision of triangle meshes in Bullet: scenes, comparisons, queries.",
                     "ricochet");
    program.require_subcommand(0, 1);
    program.option_defaults()->always_capture_default();
    program.set_version_flag("--version", version());
    program.footer("Coordinates in mesh files are rounded to 32-bit floats.");
    const std::vector<Subcommand> subcommands = {
        addList(program),    addRun(program),     addCompare(program),  addIntersections(program),
        addQuery(program),   addCheck(program),   addField(program),    addHull(program),
        addLaws(program),    addMkTree(program),  addOctree(program),   addOverlap(program),
        addPredict(program), addPreload(program), addReproduce(program)};
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return program.exit(help);
    } catch (const CLI::ConversionError& error) {
        return complain(sentenceOf(error));
    } catch (const CLI::ParseError& error) {
        return complain(error.what());
    }
    return runParsed(subcommands, argv);
}

}  // namespace ricochet::app
