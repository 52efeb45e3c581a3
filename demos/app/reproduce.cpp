// Reproduces the experiments of the papers.

#include "demos/app/reproduce/experiment.h"
#include "demos/app/subcommand.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace ricochet::app {
namespace {

struct ReproduceOptions {
    std::string paper, out;
    bool isFull = false, isQuick = false;

    Effort effort() const {
        if (isFull) return Effort::full;
        return isQuick ? Effort::trial : Effort::normal;
    }
};

std::string papers() {
    std::vector<std::string> names;
    std::string text;
    for (const Experiment& experiment : experiments()) {
        if (std::find(names.begin(), names.end(), experiment.paper) != names.end()) continue;
        names.push_back(experiment.paper);
        text.append(text.empty() ? "" : ", ").append(experiment.paper);
    }
    return text;
}

int list() {
    for (const Experiment& experiment : experiments()) {
        std::cout << experiment.paper << "  " << experiment.name << "  " << experiment.about << '\n';
    }
    return EXIT_SUCCESS;
}

std::vector<Experiment> experimentsOf(const std::string& paper) {
    std::vector<Experiment> selected;
    for (const Experiment& experiment : experiments()) {
        if (paper == experiment.paper) selected.push_back(experiment);
    }
    return selected;
}

Result<int> reproduce(const ReproduceOptions& options) {
    if (options.paper.empty()) return list();
    const auto selected = experimentsOf(options.paper);
    if (selected.empty()) {
        return tl::unexpected("unknown paper '" + options.paper + "'; known are " + papers());
    }
    auto report = Report::create(options.paper, options.out);
    if (!report) return tl::unexpected(report.error());
    for (const Experiment& experiment : selected) {
        const auto done = experiment.run(options.effort(), *report);
        if (!done) return tl::unexpected(done.error());
    }
    return EXIT_SUCCESS;
}

}  // namespace

Subcommand addReproduce(CLI::App& program) {
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App* app = program.add_subcommand(
        "reproduce", "reproduces a paper's experiments and compares them with its text");
    app->add_option("PAPER", options->paper, "the paper; without it, lists the experiments");
    app->add_option("--out", options->out, "folder for the text, the rows as CSV and the charts as SVG");
    CLI::Option* full =
        app->add_flag("--full", options->isFull, "everything that the paper ran, however long it takes");
    app->add_flag("--quick", options->isQuick, "a smoke test")->excludes(full);
    return {app, [options](char**) { return reproduce(*options); }};
}

}  // namespace ricochet::app
