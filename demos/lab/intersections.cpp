// The faces that intersect during a scene's run, and the cost of finding them: Table 1 of Lin, Manocha,
// Cohen, Gottschalk, Collision Detection: Algorithms and Applications, 1996, with the paper's own rows.

#include "demos/app/names.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/lab/commands.h"
#include "demos/lab/intersection_table.h"
#include "plugin/backends.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace ricochet::lab {
namespace {

struct IntersectionsOptions {
    RunOptions run;
    std::vector<std::string> narrow = {"obb-tree", "wide-tree"};
    std::string csv;
};

Result<int> intersections(const IntersectionsOptions& options) {
    const auto counted = countIntersections(options.run, options.narrow);
    if (!counted) return tl::unexpected(counted.error());
    std::vector<IntersectionRow> rows = paperRowsOf(options.run.scene);
    rows.insert(rows.end(), counted->begin(), counted->end());
    const TextTable table = tableOf(rows);
    std::cout << aligned(table);
    return writeFile(options.csv, commaSeparated(table)).map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addIntersections(CLI::App& program) {
    const auto options = std::make_shared<IntersectionsOptions>();
    options->run.narrow = backends().front().name;
    options->run.sleep = "off";
    CLI::App* app = program.add_subcommand(
        "intersections",
        "faces that intersect during a scene's run: tests and time per step, and the paper's");
    app->add_option(
           "--narrow", options->narrow,
           "narrow phases: several of " + backendNames() + ", separated by commas; " + kParameterHelp)
        ->delimiter(',');
    addSolver(*app, options->run.solver);
    addRunOptions(*app, options->run);
    app->add_option("--csv", options->csv, "file for the table")->check(kWritable);
    return {app, [options](char** argv) {
                return takePrecision(options->run.precision, argv).and_then([&] {
                    return intersections(*options);
                });
            }};
}

}  // namespace ricochet::lab
