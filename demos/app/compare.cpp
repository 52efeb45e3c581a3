// The same scene with several backends and solvers, in one table.

#include "demos/app/answers.h"
#include "demos/app/commands.h"
#include "demos/app/names.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/progress_bar.h"
#include "demos/app/quantities.h"
#include "demos/app/recorder.h"
#include "demos/app/replay/replay.h"
#include "demos/app/scene_files/scene_file.h"
#include "demos/app/text_table.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

struct CompareOptions {
    RunOptions run;
    std::vector<std::string> narrow, solvers;
    std::string json, csv, html;
};

struct Column {
    const char* title;
    const char* pointer;    ///< JSON pointer of the number in a report
    bool isPrinted = true;  ///< else in --csv only
};

constexpr Column kReportColumns[] = {
    {"narrow", "/narrow"},
    {"solver", "/solver"},
    {"step ms", "/step_ms/median"},
    {"detection ms", "/detection_ms/median"},
    {"p99", "/detection_ms/p99", false},
    {"contacts", "/contacts_mean"},
    {"face pairs", "/face_pairs", false},
    {"box tests", "/box_tests", false},
    {"triangle tests", "/triangle_tests", false},
    {"deepest m", "/max_penetration"},
    {"late m", "/late_penetration", false},
    {"late J/kg", "/late_energy_per_kg", false},
    {"rise", "/energy_rise", false},
    {"drift m", "/drift"},
    {"tilt deg", "/tilt_degrees", false},
    {"asleep s", "/asleep_at"},
    {"energy J", "/kinetic_energy_end", false},
    {"lost", "/bodies_lost"},
    {"hash", "/state_hash", false},
};

/// All columns, with all digits.
TextTable wholeTable(const std::vector<Json>& reports) {
    const auto cell = [](const Json& value) { return value.is_number() ? value.dump() : textOf(value); };
    TextTable table(1);
    for (const Column& column : kReportColumns) table.back().push_back(column.title);
    for (const auto& [name, value] : reports.front()["measures"].items()) table.back().push_back(name);
    for (const Json& report : reports) {
        table.emplace_back();
        for (const Column& column : kReportColumns) {
            table.back().push_back(cell(report.at(Json::json_pointer(column.pointer))));
        }
        for (const auto& value : report["measures"]) table.back().push_back(cell(value));
    }
    return table;
}

/// What a person asks: at most 15 lines of 100 columns, with three digits.
std::string answerText(const std::vector<Json>& reports) {
    constexpr std::size_t kMostRows = 13, kLongestName = 17;
    TextTable table(1);
    for (const Column& column : kReportColumns) {
        if (column.isPrinted) table.back().push_back(column.title);
    }
    for (const Json& report : reports) {
        if (table.size() > kMostRows) continue;
        table.emplace_back();
        for (const Column& column : kReportColumns) {
            if (!column.isPrinted) continue;
            const Json& value = report.at(Json::json_pointer(column.pointer));
            std::string text = value.is_number_float() ? threeDigits(value.get<double>()) : textOf(value);
            if (text.size() > kLongestName) text = text.substr(0, kLongestName - 3) + "...";
            table.back().push_back(std::move(text));
        }
    }
    std::string text = aligned(table);
    if (reports.size() > kMostRows) {
        text += "and " + std::to_string(reports.size() - kMostRows) + " more in --csv and --json\n";
    }
    return text;
}

/// The name of a run in a page: what differs between the runs.
std::string nameIn(const CompareOptions& options, const RunOptions& one) {
    return options.solvers.size() > 1 ? one.narrow + ", " + one.solverName() : one.narrow;
}

Result<std::vector<Json>> runAll(const CompareOptions& options) {
    std::vector<Json> reports;
    std::vector<ReplayRun> replays;
    ReplayMeshes meshes;
    bool isInterrupted = false;
    RunOptions one = options.run;
    for (const std::string& narrow : options.narrow) {
        for (const std::string& solver : options.solvers) {
            if (isInterrupted) continue;
            one.narrow = narrow;
            one.solver = solver;
            ProgressBar bar(one.steps, one.progress);
            ReplayRecorder replay(one.steps, one.hz);
            const auto report = runScene(one, [&](Simulation& simulation, int done) {
                bar.show(done);
                if (!options.html.empty()) replay.record(simulation, done);
            });
            if (!report) return tl::unexpected(report.error());
            reports.push_back(*report);
            isInterrupted = report->contains("interrupted");
            if (options.html.empty()) continue;
            replays.push_back(replay.finish(nameIn(options, one), mainFigures(*report), meshes));
        }
    }
    if (options.html.empty()) return reports;
    return writeReplay(options.html, "Ricochet: " + one.scene, replays, meshes).map([&] { return reports; });
}

Result<void> checkNames(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (const auto row = selectNarrowPhase(name); !row) return tl::unexpected(row.error());
    }
    return {};
}

Result<int> compare(const CompareOptions& options) {
    if (const auto known = checkNames(options.narrow); !known) return tl::unexpected(known.error());
    if (const auto page = checkReplay(options.html); !page) return tl::unexpected(page.error());
    const auto reports = runAll(options);
    if (!reports) return tl::unexpected(reports.error());
    std::cout << answerText(*reports);
    return writeFile(options.json, Json(*reports).dump(2) + "\n")
        .and_then([&] { return writeFile(options.csv, commaSeparated(wholeTable(*reports))); })
        .map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addCompare(CLI::App& program) {
    const auto options = std::make_shared<CompareOptions>();
    options->narrow = {simulationNarrowPhases().front().name, "gimpact", "stock"};
    options->solvers = {options->run.solver};
    CLI::App* app =
        program.add_subcommand("compare", "runs a scene with several backends and solvers, prints one table");
    app->add_option("--narrow", options->narrow,
                    "several of " + joined(rowNames(simulationNarrowPhases())) + ", separated by commas; " +
                        kParameterHelp)
        ->delimiter(',');
    addSolvers(*app, options->solvers);
    addRunOptions(*app, options->run);
    app->add_option("--json", options->json, "file for the numbers of all runs")->check(kWritable);
    app->add_option("--csv", options->csv, "file for the table")->check(kWritable);
    addHtml(*app, options->html);
    return {app, [app, options](char** argv) {
                return takeSceneFile(*app, options->run, /*without*/ "narrow")
                    .and_then([&] { return takePrecision(options->run.precision, argv); })
                    .and_then([&] { return compare(*options); });
            }};
}

}  // namespace ricochet::app
