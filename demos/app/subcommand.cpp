#include "demos/app/subcommand.h"

#include "demos/app/precision.h"

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

int complain(const Program& program, const std::string& message) {
    std::cerr << program.name << ": " << message << '\n';
    return EXIT_FAILURE;
}

/// For example "ricochet 0.1.0, float Bullet 3.24".
std::string version(const Program& program) {
    return program.name + " " + RICOCHET_PROGRAM_VERSION + ", " + kPrecision + " Bullet " +
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

int runParsed(const Program& program, const std::vector<Subcommand>& subcommands, char** argv) {
    for (const Subcommand& subcommand : subcommands) {
        if (!subcommand.commandLine->parsed()) continue;
        try {
            const Result<int> exitCode = subcommand.run(argv);
            return exitCode ? *exitCode : complain(program, exitCode.error());
        } catch (const std::bad_alloc&) {
            return complain(program, "there is not enough memory");
        } catch (const std::length_error&) {
            return complain(program, "there is not enough memory");
        }
    }
    return complain(program, "no subcommand was given; " + program.name + " --help lists them");
}

}  // namespace

int runProgram(const Program& program, int argc, char** argv) {
    addStencilBackend();
    CLI::App commandLine(program.about, program.name);
    commandLine.require_subcommand(0, 1);
    commandLine.option_defaults()->always_capture_default();
    commandLine.set_version_flag("--version", version(program));
    commandLine.footer("Coordinates in mesh files are rounded to 32-bit floats.");
    std::vector<Subcommand> subcommands;
    for (const auto add : program.subcommands) subcommands.push_back(add(commandLine));
    try {
        commandLine.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return commandLine.exit(help);
    } catch (const CLI::ConversionError& error) {
        return complain(program, sentenceOf(error));
    } catch (const CLI::ParseError& error) {
        return complain(program, error.what());
    }
    return runParsed(program, subcommands, argv);
}

}  // namespace ricochet::app
