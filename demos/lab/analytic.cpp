// Scenes with an analytic solution, compared with their simulation.

#include "demos/app/names.h"
#include "demos/app/number_checks.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/simulation.h"
#include "demos/app/text_table.h"
#include "demos/lab/commands.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string_view>

namespace ricochet::lab {
namespace {

struct AnalyticOptions {
    RunOptions run;
    std::string only;  ///< part of a scene's name; empty: all
    std::string csv;
    std::vector<double> rates = {60};
    int seeds = 1;
    bool onlyBroken = false;
    bool onlyReports = false;
};

/// Keeps for each figure the start with the greatest deviation.
void keepWorst(std::vector<scenes::AnalyticFigure>& worst,
               const std::vector<scenes::AnalyticFigure>& figures) {
    if (worst.empty()) worst = figures;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const auto off = [](const scenes::AnalyticFigure& figure) {
            return std::abs(figure.measured - figure.expected);
        };
        const bool isWorse = figures[i].isObeyed() != worst[i].isObeyed() ? worst[i].isObeyed()
                                                                          : off(figures[i]) > off(worst[i]);
        if (isWorse || std::isnan(figures[i].measured)) worst[i] = figures[i];
    }
}

/// Runs the scene to its end from each start.
Result<std::vector<scenes::AnalyticFigure>> measureFigures(RunOptions run, int seeds) {
    std::vector<scenes::AnalyticFigure> worst;
    for (int seed = 0; seed < seeds; ++seed, ++run.seed) {
        const auto simulation = Simulation::create(run);
        if (!simulation) return tl::unexpected(simulation.error());
        const auto steps = static_cast<long>(std::lround((*simulation)->scene().duration() * run.hz));
        for (long i = 0; i < steps; ++i) (*simulation)->step();
        keepWorst(worst, (*simulation)->scene().analyticFigures());
    }
    return worst;
}

void addFigureRows(TextTable& table, const RunOptions& run,
                   const std::vector<scenes::AnalyticFigure>& figures, bool onlyBroken) {
    for (const scenes::AnalyticFigure& figure : figures) {
        if (onlyBroken && figure.isObeyed()) continue;
        table.push_back({run.scene + (run.variant.empty() ? "" : " " + run.variant), textOf(run.hz),
                         figure.name, textOf(figure.measured), textOf(figure.expected),
                         textOf(figure.minimum), textOf(figure.maximum),
                         figure.isObeyed() ? "obeyed" : "broken"});
    }
}

Result<int> showAnalytic(const AnalyticOptions& options) {
    TextTable table = {{"law", "Hz", "figure", "measured", "mechanics", "least", "most", ""}};
    std::size_t obeyed = 0, all = 0;
    for (const scenes::SceneEntry& scene : scenes::sceneTable()) {
        if (!std::string_view(scene.name).starts_with("laws/")) continue;
        const auto variants = scene.variants.empty() ? std::vector<const char*>{""} : scene.variants;
        for (const char* variant : variants) {
            const std::string name = std::string(scene.name) + " " + variant;
            if (name.find(options.only) == std::string::npos) continue;
            for (const double hz : options.rates) {
                RunOptions run = options.run;
                run.scene = scene.name;
                run.variant = variant;
                run.hz = hz;
                run.sleep = "off";
                const auto figures = measureFigures(run, options.seeds);
                if (!figures) return tl::unexpected(figures.error());
                addFigureRows(table, run, *figures, options.onlyBroken);
                all += figures->size();
                obeyed += static_cast<std::size_t>(
                    std::ranges::count_if(*figures, &scenes::AnalyticFigure::isObeyed));
            }
        }
    }
    if (all == 0) return tl::unexpected("no law has '" + options.only + "' in its name");
    std::cout << aligned(table) << "obeyed " << obeyed << " of " << all << '\n';
    return writeFile(options.csv, commaSeparated(table)).map([&] {
        return obeyed == all || options.onlyReports ? EXIT_SUCCESS : EXIT_FAILURE;
    });
}

}  // namespace

Subcommand addAnalytic(CLI::App& program) {
    const auto options = std::make_shared<AnalyticOptions>();
    options->run.narrow = simulationNarrowPhases().front().name;
    CLI::App* app = program.add_subcommand(
        "laws", "compares scenes with their analytic solutions; fails if one is broken");
    app->add_option("LAW", options->only, "part of a law's name; default: all laws");
    app->add_option("--narrow", options->run.narrow,
                    "one of " + joined(rowNames(simulationNarrowPhases())) + "; " + kParameterHelp);
    app->add_option("--hz", options->rates, "steps per second; several separated by commas")
        ->delimiter(',')
        ->check(kRate);
    app->add_option("--seeds", options->seeds, "starts of each law; the worst one is shown")
        ->check(kPositive);
    app->add_option("--seed", options->run.seed, "seed of the first start");
    addSolver(*app, options->run.solver);
    addSolverSettings(*app, options->run);
    app->add_option("--iterations", options->run.iterations, "of the solver; 20, or 10 with --stock-solver")
        ->check(kPositive);
    app->add_option("--friction", options->run.friction, "of two bodies; default: the law's own")
        ->check(kNotNegative);
    app->add_flag("--broken", options->onlyBroken, "show only broken laws");
    app->add_flag("--report-only", options->onlyReports, "ends with exit code 0 after broken laws as well");
    app->add_option("--csv", options->csv, "file for the table")->check(kWritable);
    app->add_option("--precision", options->run.precision, "of Bullet")
        ->check(CLI::IsMember({"float", "double"}));
    return {app, [options](char** argv) {
                return takePrecision(options->run.precision, argv).and_then([&] {
                    return showAnalytic(*options);
                });
            }};
}

}  // namespace ricochet::lab
