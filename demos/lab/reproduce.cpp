// Reproduces the experiments of the papers.

#include "demos/app/output_file.h"
#include "demos/lab/commands.h"
#include "demos/lab/reproduce/selection.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <iostream>

namespace ricochet::lab {
namespace {

struct ReproduceOptions {
    std::vector<std::string> words;
    std::string out;
    bool isFull = false, isQuick = false;

    Effort effort() const {
        if (isFull) return Effort::full;
        return isQuick ? Effort::trial : Effort::normal;
    }
};

int list() {
    for (const Experiment& experiment : experiments()) {
        std::cout << experiment.paper << "  " << experiment.name << "  " << experiment.about << '\n';
    }
    return EXIT_SUCCESS;
}

/// The claims of the selected experiments.
Result<std::vector<Claim>> run(const SelectedExperiments& selection, const ReproduceOptions& options) {
    auto report = Report::create(selection.paper, options.out, options.isQuick);
    if (!report) return tl::unexpected(report.error());
    if (options.isQuick)
        report->say("quick run: a smoke test with few frames, steps and triangles; its times mean nothing");
    for (const Experiment& experiment : selection.experiments) {
        const auto done = experiment.run(options.effort(), *report);
        if (!done) return tl::unexpected(done.error());
    }
    report->sayClaims();
    return report->claims();
}

Result<void> writeClaims(const std::vector<Claim>& claims, const std::string& folder) {
    if (folder.empty()) return {};
    return writeFile((std::filesystem::path(folder) / "claims.csv").string(),
                     commaSeparated(tableWithPapers(claims)));
}

Result<int> reproduce(const ReproduceOptions& options) {
    if (options.words.empty()) return list();
    const auto selected = selectExperiments(options.words);
    if (!selected) return tl::unexpected(selected.error());
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Claim> claims;
    for (const SelectedExperiments& selection : *selected) {
        const auto added = run(selection, options);
        if (!added) return tl::unexpected(added.error());
        claims.insert(claims.end(), added->begin(), added->end());
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (selected->size() > 1) {
        std::cout << "\nall papers: " << summary(claims) << "; " << threeDigits(passed.count()) << " s\n";
    }
    return writeClaims(claims, options.out).map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addReproduce(CLI::App& program) {
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App* app = program.add_subcommand(
        "reproduce", "reproduces the papers' experiments and compares them with the text");
    app->add_option("WHAT", options->words,
                    "a paper, then its experiments (all if none is named), or all; without it, lists them");
    app->add_option("--out", options->out,
                    "folder for the text, the rows as CSV, the charts as SVG and claims.csv");
    CLI::Option* full =
        app->add_flag("--full", options->isFull, "everything that the paper ran, however long it takes");
    app->add_flag("--quick", options->isQuick, "a smoke test")->excludes(full);
    return {app, [options](char**) { return reproduce(*options); }};
}

}  // namespace ricochet::lab
