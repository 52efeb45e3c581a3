#include "demos/app/subcommand.h"

#include "demos/app/man_page.h"
#include "demos/app/precision.h"
#include "plugin/nearest_name.h"

#include <CLI/CLI.hpp>
#include <LinearMath/btScalar.h>
#include <ricochet/stencil.h>
#include <ricochet/version.h>

#include <algorithm>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::app {
namespace {

/// The message may quote what a file or a command line holds: no control character reaches the terminal.
int complain(const Program& program, std::string message) {
    std::ranges::replace_if(
        message, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    std::cerr << program.name << ": " << message << '\n';
    return EXIT_FAILURE;
}

/// CLI11's own message names neither the mistake nor quotes the text.
std::string sentenceOf(const CLI::ConversionError& error) {
    const std::string text = error.what(), begin = "Could not convert: ";
    const std::size_t equals = text.find(" = ");
    if (!text.starts_with(begin) || equals == std::string::npos) return text;
    return text.substr(begin.size(), equals - begin.size()) + ": '" + text.substr(equals + 3) +
           "' is not a number that this option accepts";
}

std::vector<std::string> namesOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
    return names;
}

/// With the nearest names of what may stand there.
std::string sentenceOf(const CLI::App& app, const CLI::ExtrasError& error,
                       const std::vector<std::string>& extras) {
    if (extras.empty()) return error.what();
    const auto parsed = app.get_subcommands();
    const std::string& extra = extras.front();
    if (parsed.empty()) return "there is no subcommand '" + extra + "'; " + nearestNames(extra, namesOf(app));
    if (!extra.starts_with('-'))
        return parsed.front()->get_name() + ": the argument '" + extra + "' is one too many";
    std::vector<std::string> options;
    for (const CLI::Option* option : parsed.front()->get_options()) options.push_back(option->get_name());
    return parsed.front()->get_name() + ": there is no option '" + extra + "'; " +
           nearestNames(extra, options);
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
    return EXIT_FAILURE;
}

std::string withVersion(const std::string& program) {
    return program + " " + std::to_string(RICOCHET_VERSION_MAJOR) + "." +
           std::to_string(RICOCHET_VERSION_MINOR) + "." + std::to_string(RICOCHET_VERSION_PATCH);
}

/// What was printed may have been lost.
int withOutput(const Program& program, int exitCode) {
    std::cout.flush();
    const bool isLost = !std::cout && exitCode == EXIT_SUCCESS;
    return isLost ? complain(program, "standard output cannot be written") : exitCode;
}

}  // namespace

std::string versionText(const std::string& program) {
    return withVersion(program) + ", " + kPrecision + " Bullet " + std::to_string(BT_BULLET_VERSION / 100) +
           "." + std::to_string(BT_BULLET_VERSION % 100);
}

int runProgram(const Program& program, int argc, char** argv) {
    addStencilBackend();
    CLI::App commandLine(program.about, program.name);
    commandLine.require_subcommand(0, 1);
    commandLine.option_defaults()->always_capture_default();
    commandLine.allow_windows_style_options(false);  // a path may begin with '/' on every system
    commandLine.set_version_flag("--version", versionText(program.name));
    bool isManual = false, isCompletion = false;
    commandLine.add_flag("--man", isManual, "prints the manual page, in troff")->group("");
    commandLine.add_flag("--bash-completion", isCompletion, "prints what bash completes")->group("");
    commandLine.footer("Coordinates in mesh files are rounded to 32-bit floats.");
    std::vector<Subcommand> subcommands;
    for (const auto add : program.subcommands) subcommands.push_back(add(commandLine));
    try {
        commandLine.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return withOutput(program, commandLine.exit(help));
    } catch (const CLI::ExtrasError& error) {
        return complain(program, sentenceOf(commandLine, error, commandLine.remaining(/*recurse*/ true)));
    } catch (const CLI::ConversionError& error) {
        return complain(program, sentenceOf(error));
    } catch (const CLI::ParseError& error) {
        return complain(program, error.what());
    }
    if (isManual || isCompletion) {
        std::cout << (isManual ? manPage(commandLine, withVersion(program.name))
                               : bashCompletion(commandLine));
        return withOutput(program, EXIT_SUCCESS);
    }
    if (commandLine.get_subcommands().empty()) {
        std::cout << commandLine.help();
        return withOutput(program, EXIT_SUCCESS);
    }
    return withOutput(program, runParsed(program, subcommands, argv));
}

}  // namespace ricochet::app
