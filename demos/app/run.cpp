// One scene with one backend.

#include "demos/app/names.h"
#include "demos/app/output_file.h"
#include "demos/app/precision.h"
#include "demos/app/progress_bar.h"
#include "demos/app/recorder.h"
#include "demos/app/subcommand.h"

#include <iostream>
#include <memory>

namespace ricochet::app {
namespace {

struct Options {
    RunOptions run;
    std::string json;
    bool hash = false;
};

void print(const nlohmann::ordered_json& report) {
    for (const auto& [name, value] : report.items()) {
        if (name == "triangles_per_body") continue;
        std::cout << name << ": " << (value.is_string() ? value.get<std::string>() : value.dump()) << '\n';
    }
}

Result<int> run(const Options& options) {
    ProgressBar bar(options.run.steps, options.run.progress);
    const auto report = runScene(options.run, [&](const Simulation&, int done) { bar.show(done); });
    if (!report) return tl::unexpected(report.error());
    if (options.hash) {
        std::cout << (*report)["state_hash"].get<std::string>() << '\n';
    } else {
        print(*report);
    }
    return writeFile(options.json, report->dump(2) + "\n").map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addRun(CLI::App& program) {
    const auto options = std::make_shared<Options>();
    options->run.narrow = simulationNarrowPhases().front().name;
    CLI::App* app = program.add_subcommand("run", "one scene with one backend: times, contacts, depths");
    app->add_option("--narrow", options->run.narrow, "one of " + namesOf(simulationNarrowPhases()))
        ->capture_default_str();
    addRunOptions(*app, options->run);
    app->add_option("--json", options->json, "file for the numbers");
    app->add_flag("--hash", options->hash,
                  "print only the hash of all bodies' transforms and velocities at the end");
    return {app, [options](char** argv) {
                return takePrecision(options->run.precision, argv).and_then([&] { return run(*options); });
            }};
}

}  // namespace ricochet::app
