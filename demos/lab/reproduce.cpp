// Reproduces the experiments of the papers.

#include "demos/app/output_file.h"
#include "demos/app/replay/replay_data.h"
#include "demos/app/replay/report_page.h"
#include "demos/app/subcommand.h"
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
    std::string out, page;
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

/// The claims of the selected experiments; what they said is added to the page.
Result<std::vector<Claim>> run(const SelectedExperiments& selection, const ReproduceOptions& options,
                               ReportPage& page) {
    auto report = Report::create(selection.paper, options.out, options.isQuick);
    if (!report) return tl::unexpected(report.error());
    if (options.isQuick)
        report->say("quick run: a smoke test with few frames, steps and triangles; its times mean nothing");
    for (const Experiment& experiment : selection.experiments) {
        const auto done = experiment.run(options.effort(), *report);
        if (!done) return tl::unexpected(done.error());
    }
    report->sayClaims();
    report->addTo(page);
    return report->claims();
}

Result<void> writeClaims(const std::vector<Claim>& claims, const std::string& folder) {
    if (folder.empty()) return {};
    return writeFile((std::filesystem::path(folder) / "claims.csv").string(),
                     commaSeparated(tableWithPapers(claims)));
}

Result<void> writePage(const std::vector<Claim>& claims, const ReportPage& papers,
                       const ReproduceOptions& options) {
    if (options.page.empty()) return {};
    ReportPage page;
    page.addText(summary(claims) + (options.isQuick ? "; a quick run, whose times mean nothing" : ""));
    page.addTable("What the papers say and what was measured", tableWithPapers(claims));
    page.addOrigin(versionText("ricochet-lab"));
    page.add(papers);
    return page.write(options.page, "Ricochet: the papers' experiments");
}

Result<int> reproduce(ReproduceOptions options) {
    if (options.words.empty()) return list();
    if (const auto page = checkReplay(options.page); !page) return tl::unexpected(page.error());
    if (!options.page.empty() && options.out.empty())
        options.out = std::filesystem::path(options.page).replace_extension(".files").string();
    if (options.page.empty() && !options.out.empty() && checkReplay("report"))
        options.page = (std::filesystem::path(options.out) / "report.html").string();
    const auto selected = selectExperiments(options.words);
    if (!selected) return tl::unexpected(selected.error());
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Claim> claims;
    ReportPage page;
    for (const SelectedExperiments& selection : *selected) {
        const auto added = run(selection, options, page);
        if (!added) return tl::unexpected(added.error());
        claims.insert(claims.end(), added->begin(), added->end());
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (selected->size() > 1) {
        std::cout << "\nall papers: " << summary(claims) << "; " << threeDigits(passed.count()) << " s\n";
    }
    return writeClaims(claims, options.out)
        .and_then([&] { return writePage(claims, page, options); })
        .map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addReproduce(CLI::App& program) {
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App* app = program.add_subcommand(
        "reproduce", "reproduces the papers' experiments and compares them with the text");
    app->add_option("WHAT", options->words,
                    "a paper, then its experiments (all if none is named), or all; without it, lists them");
    app->add_option("--out", options->out,
                    "folder for the text, the rows and claims.csv, pictures, and report.html with charts");
    addReport(*app, options->page);
    CLI::Option* full =
        app->add_flag("--full", options->isFull, "everything that the paper ran, however long it takes");
    app->add_flag("--quick", options->isQuick, "a smoke test")->excludes(full);
    return {app, [options](char**) { return reproduce(*options); }};
}

}  // namespace ricochet::lab
