// The same scene with several backends and solvers, in one table.

#include "demos/app/answers.h"
#include "demos/app/commands.h"
#include "demos/app/frame_writer.h"
#include "demos/app/names.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/progress_bar.h"
#include "demos/app/quantities.h"
#include "demos/app/recorder.h"
#include "demos/app/replay/replay.h"
#include "demos/app/replay/report_page.h"
#include "demos/app/scene_files/scene_file.h"
#include "demos/app/subcommand.h"
#include "demos/app/text_table.h"
#include "demos/app/this_process.h"
#include "demos/app/video.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

struct CompareOptions {
    RunOptions run;
    std::vector<std::string> narrow, solvers;
    std::string json, csv, report, video;
    ReplayFiles replay;

    bool isRecorded() const { return replay.isRequested() || !report.empty(); }
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

std::string allDigits(const Json& value) { return value.is_number() ? value.dump() : textOf(value); }

/// All columns; `cell` writes a number.
TextTable wholeTable(const std::vector<Json>& reports, std::string (*cell)(const Json&)) {
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

/// Pictures of a run for a report: its start, its middle and its end.
class ReportPictures {
public:
    explicit ReportPictures(const CompareOptions& options)
        : isOn_(!options.report.empty()), steps_(options.run.steps), hz_(options.run.hz) {}

    void take(const scenes::Scene& scene, int step) {
        if (!isOn_ || (step != 0 && step != steps_ / 2 && step != steps_)) return;
        if (step == 0) {
            auto writer = FrameWriter::create(scene, kPictureWidth);
            writer ? void(writer_ = std::move(*writer)) : void(reason_ = writer.error());
        }
        if (!writer_) return;
        writer_->record(scene, step, step / hz_);
        taken_.push_back(step);
    }

    void addTo(ReportPage& page, const std::string& name) {
        if (writer_) {
            std::error_code error;  // then the pictures say that they cannot be written
            std::filesystem::create_directories(folder_, error);
            if (const auto drawn = writer_->write(folder_); !drawn) reason_ = drawn.error();
        }
        if (!reason_.empty()) page.addText(name + " has no pictures: " + reason_);
        for (const int step : taken_) {
            std::string file = std::to_string(step);
            file.insert(0, 6 - std::min<std::size_t>(6, file.size()), '0');
            page.addPicture(name + ", " + threeDigitSeconds(step / hz_),
                            (folder_ / ("frame_" + file + ".png")).string());
        }
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

private:
    static constexpr int kPictureWidth = 960;  // pixels

    static std::string threeDigitSeconds(double seconds) { return textOf(Json(seconds)) + " s"; }

    bool isOn_;
    int steps_;
    double hz_;
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("ricochet-report-" + std::to_string(processNumber()));
    std::unique_ptr<FrameWriter> writer_;
    std::vector<int> taken_;
    std::string reason_;
};

/// One chart a series, with a curve a run.
void addCharts(ReportPage& page, const std::vector<ReplayRun>& runs) {
    for (std::size_t s = 0; s < runs.front().series.size(); ++s) {
        const ReplaySeries& first = runs.front().series[s];
        PageChart chart{
            .title = first.name, .subtitle = "", .x = {"time, s"}, .y = {first.name + ", " + first.unit}};
        for (const ReplayRun& run : runs) {
            PageChart::Curve curve{run.name};
            for (std::size_t i = 0; i < run.series[s].values.size(); ++i) {
                curve.points.push_back({double(i) * run.frameSeconds, double(run.series[s].values[i])});
            }
            chart.curves.push_back(std::move(curve));
        }
        page.addChart(chart);
    }
}

/// Figures as rows, so that a phone shows the runs side by side.
TextTable transposed(const TextTable& table) {
    TextTable result(table.front().size());
    for (const auto& row : table) {
        for (std::size_t i = 0; i < row.size(); ++i) result[i].push_back(row[i]);
    }
    return result;
}

struct Runs {
    std::vector<Json> reports;
    std::vector<ReplayRun> replays;
    ReplayMeshes meshes;
    ReportPage pictures;
};

Result<Runs> runAll(const CompareOptions& options, Video& video) {
    Runs runs;
    bool isInterrupted = false;
    RunOptions one = options.run;
    for (const std::string& narrow : options.narrow) {
        for (const std::string& solver : options.solvers) {
            if (isInterrupted) continue;
            one.narrow = narrow;
            one.solver = solver;
            ProgressBar bar(one.steps, one.progress);
            ReplayRecorder replay(one.steps, one.hz, options.replay);
            ReportPictures pictures(options);
            video.begin(nameIn(options, one) + "  ");
            const auto report = runScene(one, [&](Simulation& simulation, int done) {
                bar.show(done);
                if (options.isRecorded()) replay.record(simulation, done);
                pictures.take(simulation.scene(), done);
                video.record(simulation.scene(), done);
            });
            if (!report) return tl::unexpected(report.error());
            runs.reports.push_back(*report);
            isInterrupted = report->contains("interrupted");
            if (!options.isRecorded()) continue;
            runs.replays.push_back(replay.finish(nameIn(options, one), mainFigures(*report), runs.meshes));
            if (!options.report.empty()) pictures.addTo(runs.pictures, nameIn(options, one));
        }
    }
    return runs;
}

Result<void> writeReport(const CompareOptions& options, Runs& runs) {
    ReportPage& page = runs.pictures;
    page.addHeading("Figures");
    page.addTable("Main figures of each run; docs/figures.md defines them",
                  transposed(wholeTable(runs.reports, textOf)));
    page.addHeading("In time");
    addCharts(page, runs.replays);
    page.addHeading("Origin");
    page.addOrigin(versionText("ricochet"));
    return page.write(options.report, "Ricochet: " + options.run.scene);
}

Result<void> checkNames(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (const auto row = selectNarrowPhase(name); !row) return tl::unexpected(row.error());
    }
    return {};
}

Result<int> compare(const CompareOptions& options) {
    if (const auto known = checkNames(options.narrow); !known) return tl::unexpected(known.error());
    if (const auto page = checkReplay(options.replay.html); !page) return tl::unexpected(page.error());
    if (const auto page = checkReplay(options.report); !page) return tl::unexpected(page.error());
    Video video(options.video, options.run.hz, /*width*/ 640);
    if (const auto possible = video.check(); !possible) return tl::unexpected(possible.error());
    auto runs = runAll(options, video);
    if (!runs) return tl::unexpected(runs.error());
    std::cout << answerText(runs->reports);
    const TextTable table = wholeTable(runs->reports, allDigits);
    return writeFile(options.json, Json(runs->reports).dump(2) + "\n")
        .and_then([&] { return writeFile(options.csv, commaSeparated(table)); })
        .and_then([&] {
            return writeReplay(options.replay, "Ricochet: " + options.run.scene, runs->replays, runs->meshes);
        })
        .and_then([&] { return options.report.empty() ? Result<void>() : writeReport(options, *runs); })
        .and_then([&] { return video.write(options.run.progress); })
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
    addReplayFiles(*app, options->replay);
    addVideo(*app, options->video);
    addReport(*app, options->report);
    return {app, [app, options](char** argv) {
                return takeSceneFile(*app, options->run, /*without*/ "narrow")
                    .and_then([&] { return takePrecision(options->run.precision, argv); })
                    .and_then([&] { return compare(*options); });
            }};
}

}  // namespace ricochet::app
