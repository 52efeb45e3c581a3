// One scene with one backend.

#include "demos/app/answers.h"
#include "demos/app/broad_only.h"
#include "demos/app/commands.h"
#include "demos/app/frame_writer.h"
#include "demos/app/json_text.h"
#include "demos/app/names.h"
#include "demos/app/number_checks.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/progress_bar.h"
#include "demos/app/recorder.h"
#include "demos/app/replay/replay.h"
#include "demos/app/scene_files/describe_scene.h"
#include "demos/app/scene_files/scene_file.h"
#include "demos/app/text_table.h"
#include "demos/app/video.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

namespace ricochet::app {
namespace {

struct RunCommandOptions {
    RunOptions run;
    std::string json, video;
    ReplayFiles replay;
    std::string frames;  ///< folder for pictures; empty: none
    int every = 20;      ///< steps between pictures
    int width = 1280;    ///< pixels
    bool hash = false;
    std::string savedScene;                                ///< file; empty: none
    std::vector<scenes::DescribedOption> optionsOfTheRun;  ///< for that file
};

void printAnswer(const nlohmann::ordered_json& report) {
    TextTable table;
    for (const auto& [name, value] : mainFigures(report)) table.push_back({name, value});
    std::cout << aligned(table, Alignment::left);
}

void printReport(const nlohmann::ordered_json& report) {
    for (const auto& [name, value] : report.items()) {
        if (name == "triangles_per_body") continue;
        std::cout << name << ": " << (value.is_string() ? value.get<std::string>() : value.dump()) << '\n';
    }
}

/// Takes pictures at an interval of steps. If one fails, this is reported once and no more are taken; the run
/// continues, for its numbers, and ends as a failure.
class Frames {
public:
    explicit Frames(const RunCommandOptions& options) : options_(options) {}

    void show(const scenes::Scene& scene, int step) {
        if (options_.frames.empty() || haveFailed_ || step % options_.every != 0) return;
        if (!writer_) create(scene);
        if (writer_) writer_->record(scene, step, step / options_.run.hz);
    }
    int finish() {
        if (writer_) note(writer_->write(options_.frames));
        return haveFailed_ ? EXIT_FAILURE : EXIT_SUCCESS;
    }

private:
    void create(const scenes::Scene& scene) {
        std::error_code error;
        std::filesystem::create_directories(options_.frames, error);
        if (error) return note(tl::unexpected(options_.frames + ": the folder cannot be created"));
        auto writer = FrameWriter::create(scene, options_.width);
        note(writer.map([&](auto& made) { writer_ = std::move(made); }));
    }
    void note(const Result<void>& outcome) {
        if (outcome) return;
        haveFailed_ = true;
        std::cerr << "ricochet: no pictures: " << outcome.error() << '\n';
    }

    const RunCommandOptions& options_;
    bool haveFailed_ = false;
    std::unique_ptr<FrameWriter> writer_;
};

Result<int> runBroadOnly(const RunCommandOptions& options) {
    BroadOnlyOptions cloud;
    cloud.cloud = options.run.scene;
    cloud.broad = options.run.broad;
    cloud.bodies = options.run.bodies.value_or(cloud.bodies);
    cloud.moving = options.run.moving;
    cloud.steps = options.run.steps;
    cloud.seed = options.run.seed;
    const auto report = measureBroadPhase(cloud);
    if (!report) return tl::unexpected(report.error());
    const nlohmann::ordered_json json = toJson(cloud, *report);
    printReport(json);
    return writeFile(options.json, jsonText(json, 2) + "\n").map([] { return EXIT_SUCCESS; });
}

Result<void> writeFiles(const RunCommandOptions& options, ReplayRecorder& replay,
                        const nlohmann::ordered_json& report) {
    if (!options.replay.isRequested()) return {};
    ReplayMeshes meshes;
    const std::vector<ReplayRun> runs = {replay.finish(options.run.narrow, mainFigures(report), meshes)};
    return writeReplay(options.replay, "Ricochet: " + options.run.scene, runs, meshes);
}

/// The scene as it is before its first step.
Result<void> saveScene(const RunCommandOptions& options) {
    if (options.savedScene.empty()) return {};
    const auto simulation = Simulation::create(options.run);
    if (!simulation) return tl::unexpected(simulation.error());
    auto scene = options.run.description ? Result<scenes::SceneDescription>(*options.run.description)
                                         : describe(**simulation, options.run.steps / options.run.hz);
    if (!scene) return tl::unexpected(options.run.scene + ": " + scene.error());
    scene->options = options.optionsOfTheRun;
    if (scene->about.empty()) scene->about = "ricochet run " + options.run.scene;
    return writeFile(options.savedScene, sceneText(*scene));
}

Result<int> run(const RunCommandOptions& options) {
    if (options.run.broadOnly) return runBroadOnly(options);
    if (const auto page = checkReplay(options.replay.html); !page) return tl::unexpected(page.error());
    Video video(options.video, options.run.hz, options.width);
    if (const auto possible = video.check(); !possible) return tl::unexpected(possible.error());
    if (const auto saved = saveScene(options); !saved) return tl::unexpected(saved.error());
    ProgressBar bar(options.run.steps, options.run.progress);
    Frames frames(options);
    ReplayRecorder replay(options.run.steps, options.run.hz, options.replay);
    const auto report = runScene(options.run, [&](Simulation& simulation, int done) {
        bar.show(done);
        frames.show(simulation.scene(), done);
        video.record(simulation.scene(), done);
        if (options.replay.isRequested()) replay.record(simulation, done);
    });
    bar.end();
    if (!report) return tl::unexpected(report.error());
    const int pictures = frames.finish();
    if (options.hash) {
        std::cout << (*report)["state_hash"].get<std::string>() << '\n';
    } else {
        printAnswer(*report);
    }
    return writeFile(options.json, report->dump(2) + "\n")
        .and_then([&] { return writeFiles(options, replay, *report); })
        .and_then([&] { return video.write(options.run.progress); })
        .map([&] { return pictures; });
}

}  // namespace

Subcommand addRun(CLI::App& program) {
    const auto options = std::make_shared<RunCommandOptions>();
    options->run.narrow = simulationNarrowPhases().front().name;
    CLI::App* app = program.add_subcommand(
        "run", "runs a scene with one backend: times, contacts, depths (--json: all numbers)");
    app->add_option("--narrow", options->run.narrow,
                    "one of " + joined(rowNames(simulationNarrowPhases())) + "; " + kParameterHelp);
    addSolver(*app, options->run.solver);
    addRunOptions(*app, options->run);
    CLI::Option* const broadOnly =
        app->add_flag("--broad-only", options->run.broadOnly,
                      "only the broad phase, on boxes without bodies; `ricochet list` lists the scenes");
    app->add_option("--json", options->json, "file for the numbers")->check(kWritable);
    addReplayFiles(*app, options->replay);
    addVideo(*app, options->video);
    app->add_option("--frames", options->frames, "folder for pictures");
    app->add_option("--every", options->every, "steps between two pictures")->check(kPositive);
    app->add_option("--width", options->width, "pixels: of a picture or video; its height is 9/16 of it")
        ->check(CLI::Range(64, 8192));
    app->add_flag("--hash", options->hash,
                  "print only a hash of all bodies' final transforms and velocities");
    app->add_option("--save-scene", options->savedScene,
                    "file for the scene as it starts, in JSON: `ricochet run FILE` runs to the same state")
        ->check(kWritable);
    for (const char* ofBodies : {"--narrow", "--variant", "--stock-solver", "--swept", "--batch", "--margin",
                                 "--html", "--record", "--video", "--frames", "--hash", "--save-scene"}) {
        broadOnly->excludes(ofBodies);
    }
    return {app, [app, options](char** argv) {
                return takeSceneFile(*app, options->run)
                    .and_then([&] { return takePrecision(options->run.precision, argv); })
                    .and_then([&] {
                        options->optionsOfTheRun = optionsOfRun(*app, options->run.description != nullptr);
                        return run(*options);
                    });
            }};
}

}  // namespace ricochet::app
