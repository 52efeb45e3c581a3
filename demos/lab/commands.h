#pragma once

#include "demos/app/subcommand.h"

namespace ricochet::lab {

using namespace app;

Subcommand addField(CLI::App& program);
Subcommand addHull(CLI::App& program);
Subcommand addIntersections(CLI::App& program);
Subcommand addAnalytic(CLI::App& program);
Subcommand addOctree(CLI::App& program);
Subcommand addOverlap(CLI::App& program);
Subcommand addReproduce(CLI::App& program);

}  // namespace ricochet::lab
