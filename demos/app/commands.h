#pragma once

#include "demos/app/subcommand.h"

namespace ricochet::app {

Subcommand addList(CLI::App& program);
Subcommand addRun(CLI::App& program);
Subcommand addDrop(CLI::App& program);
Subcommand addCompare(CLI::App& program);
Subcommand addQuery(CLI::App& program);
Subcommand addCheck(CLI::App& program);
Subcommand addMkTree(CLI::App& program);
Subcommand addPredict(CLI::App& program);
Subcommand addPreload(CLI::App& program);

}  // namespace ricochet::app
