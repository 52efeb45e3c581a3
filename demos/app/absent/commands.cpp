// What is not in a plain program (RICOCHET_PLAIN_PROGRAM).

#include "demos/app/commands.h"

#include <CLI/CLI.hpp>

namespace ricochet::app {
namespace {

Subcommand absentCommand(CLI::App& program, const std::string& name) {
    CLI::App* app = program.add_subcommand(name, "not in this program, which was built plain");
    app->prefix_command();
    return {app, [name](char**) -> Result<int> {
                return tl::unexpected(name + ": this program was built without it (RICOCHET_PLAIN_PROGRAM)");
            }};
}

}  // namespace

Subcommand addPredict(CLI::App& program) { return absentCommand(program, "predict"); }
Subcommand addPreload(CLI::App& program) { return absentCommand(program, "preload"); }

}  // namespace ricochet::app
