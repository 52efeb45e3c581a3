// Lin, Manocha, Cohen, Gottschalk. Collision Detection: Algorithms and Applications. 1996. Table 1 and Graphs
// 1 to 6.

#include "demos/baselines/machine.h"
#include "demos/lab/intersection_table.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper001_claims.h"
#include "demos/lab/reproduce/sweep_graphs.h"

#include <nlohmann/json.hpp>

namespace ricochet::lab::paper001 {
namespace {

struct TableScene {
    const char* name;
    const char* variant;
    const char* about;
    int steps;  ///< as in the paper
    double hz;  ///< with Bullet's solver

    std::string title() const { return std::string(name) + (*variant ? " " : "") + variant; }
};
const TableScene kTableScenes[] = {
    {"pipes", "", "143,690 triangles in 143,690", 4008, 600},
    {"pipes", "fortieth", "the moving cube 40 instead of 15 times smaller, so that it has more clearance",
     4008, 600},
    {"torus", "", "20,000 triangles in 98,000", 1298, 240},
    {"torpedo", "", "4,780 triangles on 44,921; the paper gives a time alone: 100 ms on a 200 MHz R4400", 300,
     60},
};

/// The paper gives neither the step nor the restitution of its engine. With these, contacts in both scenes
/// are about as frequent as the paper's.
constexpr double kImpulsesHz = 100, kImpulsesRestitution = 0.9;

/// The paper's structure, literally.
constexpr const char* kOwnFit = "obb-tree?fit=paper";

bool isQuick(Effort effort) { return effort == Effort::trial; }

RunOptions optionsFor(const TableScene& scene) {
    RunOptions options;
    options.scene = scene.name;
    options.variant = scene.variant;
    options.narrow = "wide-tree";
    options.stockSolver = true;
    options.sleep = "off";
    return options;
}

/// Bullet's solver, which holds bodies at the surface.
Result<std::vector<IntersectionRow>> heldRows(const TableScene& scene, Effort effort) {
    RunOptions options = optionsFor(scene);
    options.hz = scene.hz;
    options.steps = isQuick(effort) ? 2 : effort == Effort::full ? scene.steps : scene.steps / 4;
    return countIntersections(options, {"obb-tree", "wide-tree"});
}

/// The paper's engine; always all steps, since contacts are not spread evenly over the run.
Result<std::vector<IntersectionRow>> pushedRows(const TableScene& scene, Effort effort) {
    RunOptions options = optionsFor(scene);
    options.dynamics = "impulses";
    options.hz = kImpulsesHz;
    options.restitution = kImpulsesRestitution;
    options.steps = isQuick(effort) ? 2 : scene.steps;
    return countIntersections(
        options, {kOwnFit, "obb-tree?fit=hull-vertices", "obb-tree?fit=vertices", "obb-tree", "wide-tree"});
}

/// Measures a run by impulses.
TableMeasure measureOf(const TableScene& scene, const std::vector<IntersectionRow>& rows) {
    const IntersectionRow& own = rows.front();
    return {scene.name,
            scene.variant,
            own.perStep(own.contacts),
            own.perStep(own.boxTests),
            own.perStep(own.triangleTests),
            own.perStep(own.microseconds),
            own.nanosecondsPerBoxTest()};
}

std::vector<IntersectionRow> named(std::vector<IntersectionRow> rows, const char* dynamics) {
    for (IntersectionRow& row : rows) row.name += std::string(", ") + dynamics;
    return rows;
}

/// A scene's rows, and what its claims need.
struct MeasuredScene {
    std::vector<IntersectionRow> rows;
    TableMeasure measure;
};

Result<MeasuredScene> measureScene(const TableScene& scene, Effort effort) {
    const auto held = heldRows(scene, effort), pushed = pushedRows(scene, effort);
    for (const auto* rows : {&held, &pushed}) {
        if (!*rows) return tl::unexpected(rows->error());
    }
    MeasuredScene measured{paperRowsOf(scene.name), measureOf(scene, *pushed)};
    for (const auto& rows : {named(*held, "bullet"), named(*pushed, "impulses")}) {
        measured.rows.insert(measured.rows.end(), rows.begin(), rows.end());
    }
    return measured;
}

/// The times of graph 2, in which the polytopes' vertices are varied, with dynamic boxes.
std::vector<FeatureTime> featureTimesOf(const std::vector<sweep_graphs::Row>& rows) {
    std::vector<FeatureTime> times;
    for (const sweep_graphs::Row& row : rows) {
        if (row.graph != 2) continue;
        const double vertices = 2 + 2 * row.value * row.value;
        times.push_back({vertices, 1e6 * row.dynamic.features / row.dynamic.pairs});
    }
    return times;
}

/// The time of a row of graph 1, with dynamic boxes.
SortTime sortTimeOf(const sweep_graphs::Row& row) { return {row.value, row.dynamic.sweep}; }

/// Milliseconds per step with each kind of boxes and each exact test.
PageChart chartOf(int graph, const std::vector<sweep_graphs::Row>& rows) {
    PageChart chart{
        "", "400 ellipsoids of 256 triangles unless varied", {"", true}, {"milliseconds per step", true}};
    PageChart::Curve fixedFeatures{"fixed boxes, closest features"},
        dynamicFeatures{"dynamic boxes, closest features"}, fixedTrees{"fixed boxes, wide tree"},
        dynamicTrees{"dynamic boxes, wide tree"};
    for (const sweep_graphs::Row& row : rows) {
        if (row.graph != graph) continue;
        chart.title = "graph " + std::to_string(graph) + ": " + row.parameter;
        chart.x = {row.parameter, row.parameter != std::string("turning rad/s")};
        fixedFeatures.points.push_back({row.value, row.fixed.total(row.fixed.features)});
        dynamicFeatures.points.push_back({row.value, row.dynamic.total(row.dynamic.features)});
        fixedTrees.points.push_back({row.value, row.fixed.total(row.fixed.trees)});
        dynamicTrees.points.push_back({row.value, row.dynamic.total(row.dynamic.trees)});
    }
    chart.curves = {std::move(fixedFeatures), std::move(dynamicFeatures), std::move(fixedTrees),
                    std::move(dynamicTrees)};
    return chart;
}

}  // namespace

Result<void> runTable1(Effort effort, Report& report) {
    report.say(
        baselines::machine() +
        "\nThe paper's machine is a 90 MHz R8000. Our models are generated after its text and figures, "
        "with its numbers of triangles.\n\"bullet\": Bullet's solver holds bodies at the surface, so that "
        "faces hardly intersect. \"impulses\": as in the paper's engine, a body is pushed off only after "
        "polygons have intersected; steps of 1/100 s and a restitution of 0.9, of which the paper says "
        "nothing.");
    TextTable all;
    std::vector<TableMeasure> measures;
    for (const TableScene& scene : kTableScenes) {
        if (isQuick(effort) && scene.name != std::string("torus")) continue;
        const auto measured = measureScene(scene, effort);
        if (!measured) return tl::unexpected(measured.error());
        if (!isQuick(effort)) measures.push_back(measured->measure);
        const TextTable table = tableOf(measured->rows);
        report.say("table 1, " + scene.title() + ": " + scene.about + "; per step", table);
        if (all.empty()) {
            all.push_back(table[0]);
            all[0].insert(all[0].begin(), "scene");
        }
        for (std::size_t i = 1; i < table.size(); ++i) {
            all.push_back(table[i]);
            all.back().insert(all.back().begin(), scene.title());
        }
    }
    report.add(tableClaims(measures));
    return report.write("table1", all);
}

Result<void> runGraphs(Effort effort, Report& report) {
    const int steps = effort == Effort::trial ? 1 : effort == Effort::full ? 240 : 60;
    const auto rows = sweep_graphs::measureGraphs(steps, [](const sweep_graphs::Row&) {});
    if (!rows) return tl::unexpected(rows.error());
    TextTable table = {{"graph", "varied", "value", "boxes", "boxes ms", "sweep ms", "features ms",
                        "trees ms", "total by features", "by trees", "pairs", "contacts"}};
    for (const sweep_graphs::Row& row : *rows) {
        for (const bool isFixed : {true, false}) {
            const sweep_graphs::Costs& c = isFixed ? row.fixed : row.dynamic;
            table.push_back({std::to_string(row.graph), row.parameter, textOf(row.value),
                             isFixed ? "fixed" : "dynamic", textOf(c.boxes), textOf(c.sweep),
                             textOf(c.features), textOf(c.trees), textOf(c.total(c.features)),
                             textOf(c.total(c.trees)), textOf(c.pairs), textOf(c.contacts)});
        }
    }
    report.say(
        "graphs 1 to 6: fixed against dynamic boxes, one parameter varied at a time; per step. Pairs are "
        "tested "
        "exactly by closest features, as in the paper's own system, and by the wide tree. The paper draws "
        "curves and gives no numbers, so only ours are listed",
        table);
    report.add(sortingClaim(sortTimeOf(rows->front()),
                            sortTimeOf((*rows)[sweep_graphs::graphs().front().values.size() - 1])));
    report.add(featureClaim(featureTimesOf(*rows)));
    for (int graph = 1; graph <= static_cast<int>(sweep_graphs::graphs().size()); ++graph)
        report.add(chartOf(graph, *rows));
    return report.write("graphs", table);
}

}  // namespace ricochet::lab::paper001
