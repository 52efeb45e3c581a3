// Lin, Manocha, Cohen, Gottschalk. Collision Detection: Algorithms and Applications. 1996. Table 1 and Graphs
// 1 to 6.

#include "demos/app/intersection_table.h"
#include "demos/app/reproduce/experiment.h"
#include "demos/app/reproduce/impulse_engine.h"
#include "demos/app/reproduce/paper001_claims.h"
#include "demos/app/reproduce/sweep_graphs.h"
#include "demos/peers/machine.h"

#include <nlohmann/json.hpp>

namespace ricochet::app::paper001 {
namespace {

struct TableScene {
    const char* name;
    const char* about;
    int steps;  ///< as in the paper, which gives none for the torpedo
    double hz;
};
const TableScene kTableScenes[] = {
    {"pipes", "143,690 triangles in 143,690", 4008, 600},
    {"torus", "20,000 triangles in 98,000", 1298, 240},
    {"torpedo", "4,780 triangles on 44,921; the paper gives a time alone: 100 ms on a 200 MHz R4400", 300,
     60},
};

int stepsFor(Effort effort, int paper) {
    if (effort == Effort::trial) return 2;
    return effort == Effort::full ? paper : paper / 4;
}

RunOptions optionsFor(const TableScene& scene, Effort effort) {
    RunOptions options;
    options.scene = scene.name;
    options.narrow = "wide-tree";
    options.stockSolver = true;
    options.sleep = "off";
    options.hz = scene.hz;
    options.steps = stepsFor(effort, scene.steps);
    return options;
}

Result<std::vector<IntersectionRow>> rowsOf(const TableScene& scene, Effort effort) {
    std::vector<IntersectionRow> rows = paperRowsOf(scene.name);
    const RunOptions options = optionsFor(scene, effort);
    const auto held = countIntersections(options, {"obb-tree", "wide-tree"});
    if (!held) return tl::unexpected(held.error());
    rows.insert(rows.end(), held->begin(), held->end());
    for (const char* narrow : {"obb-tree", "wide-tree"}) {
        const auto bounced = countWithImpulses(options, narrow);
        if (!bounced) return tl::unexpected(bounced.error());
        rows.push_back(*bounced);
    }
    return rows;
}

/// Of graph 1, with dynamic boxes.
SortTime sortTimeOf(const sweep_graphs::Row& row) { return {row.value, row.dynamic.sweep}; }

/// Milliseconds per step with each kind of boxes, and the pairs of boxes that overlap.
LineChart chartOf(int graph, const std::vector<sweep_graphs::Row>& rows) {
    LineChart chart{
        "", "400 ellipsoids of 256 triangles unless varied", {"", true}, {"milliseconds per step", true}};
    Curve fixed{"fixed boxes", 0}, dynamic{"dynamic boxes", 1};
    for (const sweep_graphs::Row& row : rows) {
        if (row.graph != graph) continue;
        chart.title = "graph " + std::to_string(graph) + ": " + row.parameter;
        chart.x = {row.parameter, row.parameter != std::string("turning rad/s")};
        fixed.points.push_back({row.value, row.fixed.total()});
        dynamic.points.push_back({row.value, row.dynamic.total()});
    }
    chart.curves = {std::move(fixed), std::move(dynamic)};
    return chart;
}

}  // namespace

Result<void> runTable1(Effort effort, Report& report) {
    report.say(
        peers::machine() +
        "\nThe paper's machine is a 90 MHz R8000. Our models are generated after its text and figures, "
        "with its numbers of triangles.\nRows without a note: Bullet's solver holds bodies at the surface, "
        "so "
        "that faces hardly intersect. \"impulses\": as in the paper's engine, a body is pushed off only "
        "after "
        "polygons have intersected.");
    TextTable all;
    for (const TableScene& scene : kTableScenes) {
        if (effort == Effort::trial && scene.name != std::string("torus")) continue;
        const auto rows = rowsOf(scene, effort);
        if (!rows) return tl::unexpected(rows.error());
        const TextTable table = tableOf(*rows);
        report.say(std::string("table 1, ") + scene.name + ": " + scene.about + "; per step", table);
        if (all.empty()) {
            all.push_back(table[0]);
            all[0].insert(all[0].begin(), "scene");
        }
        for (std::size_t i = 1; i < table.size(); ++i) {
            all.push_back(table[i]);
            all.back().insert(all.back().begin(), scene.name);
        }
    }
    return report.write("table1", all);
}

Result<void> runGraphs(Effort effort, Report& report) {
    const int steps = effort == Effort::trial ? 1 : effort == Effort::full ? 240 : 60;
    const auto rows = sweep_graphs::measureGraphs(steps, [](const sweep_graphs::Row&) {});
    if (!rows) return tl::unexpected(rows.error());
    TextTable table = {{"graph", "varied", "value", "boxes", "boxes ms", "sweep ms", "exact ms", "total ms",
                        "pairs", "contacts"}};
    for (const sweep_graphs::Row& row : *rows) {
        for (const bool isFixed : {true, false}) {
            const sweep_graphs::Costs& c = isFixed ? row.fixed : row.dynamic;
            table.push_back({std::to_string(row.graph), row.parameter, textOf(row.value),
                             isFixed ? "fixed" : "dynamic", textOf(c.boxes), textOf(c.sweep), textOf(c.exact),
                             textOf(c.total()), textOf(c.pairs), textOf(c.contacts)});
        }
    }
    report.say(
        "graphs 1 to 6: fixed against dynamic boxes, one parameter varied at a time; per step. The paper "
        "draws curves and gives no numbers, so only ours are listed",
        table);
    report.add(sortingClaim(sortTimeOf(rows->front()),
                            sortTimeOf((*rows)[sweep_graphs::graphs().front().values.size() - 1])));
    for (int graph = 1; graph <= static_cast<int>(sweep_graphs::graphs().size()); ++graph) {
        const auto written = report.write("graph" + std::to_string(graph), chartOf(graph, *rows));
        if (!written) return written;
    }
    return report.write("graphs", table);
}

}  // namespace ricochet::app::paper001
