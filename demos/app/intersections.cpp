// Which faces intersect along a scene's way, and what finding them takes: Table 1 of Lin, Manocha, Cohen,
// Gottschalk, Collision Detection: Algorithms and Applications, 1996, with the paper's own rows.

#include "demos/app/intersection_probe.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/progress_bar.h"
#include "demos/app/simulation.h"
#include "demos/app/subcommand.h"
#include "demos/app/text_table.h"

#include <iostream>

namespace ricochet::app {
namespace {

struct Options {
    RunOptions run;
    std::vector<std::string> narrow = {"obb-tree", "wide-tree"};
    std::string csv;
};

/// What was counted over a whole run.
struct Row {
    std::string name;
    double steps, contacts, boxTests, triangleTests, microseconds;
};

struct PaperRow {
    const char* scene;
    Row row;
};
const PaperRow kPaper[] = {
    {"pipes", {"paper, 1996", 4008, 23905, 1704187, 71589, 16.9e6}},
    {"torus", {"paper, 1996", 1298, 2266, 1055559, 7069, 8.9e6}},
};

Row rowOf(const IntersectionProbe& probe, int steps) {
    const Counters sums = probe.counters();
    return {probe.name(),
            static_cast<double>(steps),
            static_cast<double>(sums.facePairs),
            static_cast<double>(sums.boxTests),
            static_cast<double>(sums.triangleTests),
            probe.microseconds()};
}

/// All numbers but the steps are per step.
TextTable tableOf(const std::vector<Row>& rows) {
    TextTable table = {{"narrow", "steps", "contacts", "box tests", "triangle tests", "microseconds"}};
    for (const Row& row : rows) {
        table.push_back({row.name, textOf(row.steps)});
        for (const double sum : {row.contacts, row.boxTests, row.triangleTests, row.microseconds}) {
            table.back().push_back(textOf(sum / row.steps));
        }
    }
    return table;
}

Result<std::vector<IntersectionProbe>> probesOf(const std::vector<std::string>& names) {
    std::vector<IntersectionProbe> probes;
    for (const std::string& name : names) {
        const Backend* backend = findBackend(name);
        if (backend == nullptr) {
            return tl::unexpected("there is no narrow phase '" + name + "'; known are " + backendNames());
        }
        if (std::string fault = faultOfBackend(name); !fault.empty()) return tl::unexpected(fault);
        probes.emplace_back(*backend);
    }
    return probes;
}

Result<int> intersections(const Options& options) {
    if (options.run.steps == 0) return tl::unexpected(std::string("--steps takes a number above zero here"));
    auto probes = probesOf(options.narrow);
    if (!probes) return tl::unexpected(probes.error());
    const auto simulation = Simulation::create(options.run);
    if (!simulation) return tl::unexpected(simulation.error());

    ProgressBar bar(options.run.steps, options.run.progress);
    for (int step = 1; step <= options.run.steps; ++step) {
        (*simulation)->step();
        for (IntersectionProbe& probe : *probes) probe.ask((*simulation)->scene());
        bar.show(step);
    }
    std::vector<Row> rows;
    for (const PaperRow& paper : kPaper) {
        if (options.run.scene == paper.scene) rows.push_back(paper.row);
    }
    for (const IntersectionProbe& probe : *probes) rows.push_back(rowOf(probe, options.run.steps));
    const TextTable table = tableOf(rows);
    std::cout << aligned(table);
    return writeFile(options.csv, commaSeparated(table)).map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addIntersections(CLI::App& program) {
    const auto options = std::make_shared<Options>();
    options->run.narrow = backends().front().name;
    options->run.sleep = "off";
    CLI::App* app = program.add_subcommand(
        "intersections", "which faces meet along a scene's way: tests and time per step, beside the paper's");
    app->add_option("--narrow", options->narrow,
                    "who is asked: several of " + backendNames() + ", with commas between them")
        ->delimiter(',')
        ->capture_default_str();
    addRunOptions(*app, options->run);
    app->add_option("--csv", options->csv, "file for the table")->check(kWritable);
    return {app, [options](char** argv) {
                return takePrecision(options->run.precision, argv).and_then([&] {
                    return intersections(*options);
                });
            }};
}

}  // namespace ricochet::app
