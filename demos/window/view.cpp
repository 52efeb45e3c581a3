#include "demos/window/view.h"

#include "demos/app/dropped_files.h"
#include "demos/app/names.h"
#include "demos/app/number_checks.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/quantities.h"
#include "demos/app/scene_files/scene_file.h"
#include "demos/window/viewer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace ricochet::window {
namespace {

struct ViewOptions {
    app::RunOptions run;
    std::vector<std::string> shown;  ///< a scene, or mesh files
    int width = 1280, height = 720, frames = 0;
    std::string screenshot;
};

Result<std::unique_ptr<app::Simulation>> makeSimulation(ViewOptions& options) {
    if (options.run.description || !std::filesystem::path(options.run.scene).has_extension())
        return app::Simulation::create(options.run);
    return app::droppedFiles(options.shown).and_then([&](const scenes::SceneEntry& entry) {
        return app::Simulation::create(options.run, entry);
    });
}

void printEnd(const Viewed& viewed, const Session& session, const std::string& renderer) {
    std::vector<double> seconds = viewed.frameSeconds;
    if (seconds.empty()) return;
    double all = 0;
    for (const double each : seconds) all += each;
    std::ranges::sort(seconds);
    std::cout << seconds.size() << " frames, " << app::threeDigits(double(seconds.size()) / all)
              << " a second, median " << app::threeDigits(1000 * seconds[seconds.size() / 2]) << " ms, on "
              << renderer << "; " << app::threeDigits(session.seconds()) << " s simulated"
              << (session.isPaused ? ", paused" : "") << "; dragged " << viewed.drags << " times by "
              << app::threeDigits(viewed.dragged) << " m, threw " << session.thrown() << '\n';
}

Result<int> view(ViewOptions& options) {
    auto window = GlfwWindow::open({.width = options.width,
                                    .height = options.height,
                                    .title = "Ricochet: " + options.shown.front(),
                                    .isUnlimited = options.frames > 0});
    if (!window) return tl::unexpected(window.error());
    auto painter = Painter::create();
    if (!painter) return tl::unexpected(painter.error());
    auto simulation = makeSimulation(options);
    if (!simulation) return tl::unexpected(simulation.error());
    Session session(std::move(*simulation), options.run);
    Viewer viewer(**window, *painter, session);
    const auto viewed = viewer.run(options.frames, options.screenshot);
    if (!viewed) return tl::unexpected(viewed.error());
    printEnd(*viewed, session, (*window)->renderer());
    return EXIT_SUCCESS;
}

}  // namespace

app::Subcommand addView(CLI::App& program) {
    const auto options = std::make_shared<ViewOptions>();
    app::RunOptions& run = options->run;
    run.narrow = app::simulationNarrowPhases().front().name;
    run.solver = "small-steps";
    CLI::App* app = program.add_subcommand(
        "view",
        "shows a scene, or mesh files that fall, in a window: contacts, trees, plots; bodies can be dragged");
    app->add_option("scene", options->shown,
                    "one of `ricochet list`, a scene file in JSON or URDF, or mesh files")
        ->required();
    app->add_option("--variant", run.variant, "one of the scene's variants");
    app->add_option("--bodies", run.bodies, "for scenes of any number of bodies")->check(app::kPositive);
    app->add_option("--triangles", run.triangles, "approximate number, for scenes with a ground of any size")
        ->check(app::kPositive);
    app->add_option("--narrow", run.narrow,
                    "one of " + joined(rowNames(app::simulationNarrowPhases())) + "; " + app::kParameterHelp);
    app->add_option("--broad", run.broad, "broad phase");
    app::addSolver(*app, run.solver);
    app::addSolverSettings(*app, run);
    app->add_option("--hz", run.hz, "steps per second")->check(app::kRate);
    app->add_option("--seed", run.seed, "of the scene's random numbers");
    app->add_option("--precision", run.precision, "of Bullet")->check(CLI::IsMember({"float", "double"}));
    app->add_option("--width", options->width, "pixels")->check(CLI::Range(64, 16384));
    app->add_option("--height", options->height, "pixels")->check(CLI::Range(64, 16384));
    app->add_option("--frames", options->frames, "ends after so many frames, each of one step")
        ->check(app::kPositive);
    app->add_option("--screenshot", options->screenshot, "file for a picture of the last of --frames")
        ->check(app::kPng);
    return {app, [app, options](char** argv) {
                options->run.scene = options->shown.front();
                return app::takeSceneFile(*app, options->run)
                    .and_then([&] { return app::takePrecision(options->run.precision, argv); })
                    .and_then([&] { return view(*options); });
            }};
}

}  // namespace ricochet::window
