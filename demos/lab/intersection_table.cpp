#include "demos/lab/intersection_table.h"

#include "demos/app/progress_bar.h"
#include "demos/app/simulation.h"
#include "demos/lab/intersection_probe.h"

#include <nlohmann/json.hpp>

#include <array>

namespace ricochet::lab {
namespace {

struct PaperRow {
    const char* scene;
    IntersectionRow row;
};
const PaperRow kPaperRows[] = {
    {"pipes", {"paper, 1996", 4008, 23905, 1704187, 71589, 16.9e6}},
    {"torus", {"paper, 1996", 1298, 2266, 1055559, 7069, 8.9e6}},
};

IntersectionRow rowOf(const IntersectionProbe& probe, int steps) {
    const Counters sums = probe.counters();
    return {probe.name(),
            static_cast<double>(steps),
            static_cast<double>(sums.facePairs),
            static_cast<double>(sums.boxTests),
            static_cast<double>(sums.triangleTests),
            probe.microseconds(),
            probe.contactCalls(),
            probe.boxTestsInContact()};
}

/// A sum by a count, or a dash if there is nothing to count.
std::string meanOf(double sum, double count) { return count > 0 ? textOf(sum / count) : "-"; }

/// Share of steps with contacts, box tests in these, and in the others.
std::array<std::string, 3> contactCells(const IntersectionRow& row) {
    if (!row.contactSteps) return {"-", "-", "-"};
    const double others = row.steps - *row.contactSteps;
    return {textOf(100 * *row.contactSteps / row.steps), meanOf(*row.boxTestsInContact, *row.contactSteps),
            meanOf(row.boxTests - *row.boxTestsInContact, others)};
}

Result<std::vector<IntersectionProbe>> probesOf(const std::vector<std::string>& names) {
    std::vector<IntersectionProbe> probes;
    for (const std::string& name : names) {
        const auto selected = selectBackend(name);
        if (!selected) return tl::unexpected(selected.error());
        probes.emplace_back(*selected);
    }
    return probes;
}

}  // namespace

std::vector<IntersectionRow> paperRowsOf(const std::string& scene) {
    std::vector<IntersectionRow> rows;
    for (const PaperRow& paper : kPaperRows) {
        if (scene == paper.scene) rows.push_back(paper.row);
    }
    return rows;
}

Result<std::vector<IntersectionRow>> countIntersections(const RunOptions& options,
                                                        const std::vector<std::string>& narrowPhases) {
    if (options.steps == 0) return tl::unexpected(std::string("--steps must be above zero"));
    auto probes = probesOf(narrowPhases);
    if (!probes) return tl::unexpected(probes.error());
    const auto simulation = Simulation::create(options);
    if (!simulation) return tl::unexpected(simulation.error());

    ProgressBar bar(options.steps, options.progress);
    for (int step = 1; step <= options.steps; ++step) {
        (*simulation)->step();
        for (IntersectionProbe& probe : *probes) probe.test((*simulation)->scene());
        bar.show(step);
    }
    std::vector<IntersectionRow> rows;
    for (const IntersectionProbe& probe : *probes) rows.push_back(rowOf(probe, options.steps));
    return rows;
}

TextTable tableOf(const std::vector<IntersectionRow>& rows) {
    TextTable table = {{"narrow", "steps", "contacts", "box tests", "triangle tests", "microseconds",
                        "ns per box test", "in contact, %", "box tests then", "else"}};
    for (const IntersectionRow& row : rows) {
        table.push_back({row.name, textOf(row.steps)});
        for (const double sum : {row.contacts, row.boxTests, row.triangleTests, row.microseconds}) {
            table.back().push_back(textOf(row.perStep(sum)));
        }
        table.back().push_back(meanOf(1e3 * row.microseconds, row.boxTests));
        for (const std::string& cell : contactCells(row)) table.back().push_back(cell);
    }
    return table;
}

}  // namespace ricochet::lab
