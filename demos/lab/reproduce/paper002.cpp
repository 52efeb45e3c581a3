// Myszkowski, Okunev, Kunii. Fast collision detection between complex solids using rasterizing graphics
// hardware. The Visual Computer, 1995. Table 1, the text on resolution and growth, figure 5.

#include "algorithms/stencil/layer_source.h"
#include "demos/baselines/machine.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper002_claims.h"
#include "demos/lab/reproduce/paper002_scenes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace ricochet::lab::paper002 {
namespace {

using namespace stencil;

std::string number(double value, const char* format = "%.3g") {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// Number of runs, of which the median is taken.
int runsFor(Effort effort) { return effort == Effort::trial ? 1 : effort == Effort::normal ? 7 : 21; }
Index facesFor(Effort effort, Index faces) { return effort == Effort::trial ? faces / 64 : faces; }

double medianOf(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

/// The last answer of several runs, and the median times of its phases.
struct Measured {
    Answer answer;
    PhaseTimes median;  ///< milliseconds
    double total = 0;   ///< milliseconds: of whole calls

    double hardware() const { return 0.5 * (median.draw1 + median.draw2); }
};

Result<Measured> measure(const Scene& scene, DetectorSettings settings, int runs) {
    settings.method = scene.method;
    settings.timesPhases = true;
    settings.cacheDepths = false;
    settings.drawsBothAtOnce = false;
    settings.hiddenFaces = HiddenFaces::drawn;  // as in the paper: every pass draws every face
    const auto detector = Detector::create(settings);
    if (!detector) return tl::unexpected(detector.error());
    const auto a = (*detector)->upload(scene.a), b = (*detector)->upload(scene.b);
    if (!a) return tl::unexpected(a.error());
    if (!b) return tl::unexpected(b.error());
    std::vector<PhaseTimes> times;
    std::vector<double> totals;
    Measured measured;
    for (int i = 0; i <= runs; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        auto answer = (*detector)->detect(**a, scene.poseA, **b, scene.poseB, scene.view);
        if (!answer) return tl::unexpected(answer.error());
        const double total =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        measured.answer = std::move(*answer);
        if (i == 0) continue;  // the first also fills buffers and caches
        times.push_back(measured.answer.times);
        totals.push_back(total);
    }
    for (double PhaseTimes::*phase : {&PhaseTimes::draw1, &PhaseTimes::draw2, &PhaseTimes::examine1,
                                      &PhaseTimes::examine2, &PhaseTimes::lists}) {
        std::vector<double> values;
        for (const PhaseTimes& each : times) values.push_back(each.*phase);
        measured.median.*phase = medianOf(std::move(values));
    }
    measured.total = medianOf(std::move(totals));
    return measured;
}

/// The paper's worst case: always both passes, each examined. The first examination is timed with a detector
/// that answers only yes or no.
struct WorstCase {
    Measured whole;
    double phase1 = 0;  ///< milliseconds
    double total() const {
        const PhaseTimes& t = whole.median;
        return t.draw1 + phase1 + t.draw2 + t.examine2 + t.lists;
    }
};

Result<WorstCase> measureWorstCase(const Scene& scene, int runs) {
    auto whole = measure(scene, {}, runs);
    if (!whole) return tl::unexpected(whole.error());
    const auto yesOrNo = measure(scene, {.wholeMap = false}, runs);
    if (!yesOrNo) return tl::unexpected(yesOrNo.error());
    return WorstCase{std::move(*whole), yesOrNo->median.examine1};
}

std::vector<std::string> rowOf(const Scene& scene, const WorstCase& w, const std::string& renderer) {
    const bool hasLists = w.whole.answer.usedLists;
    return {scene.name,
            renderer,
            std::to_string(scene.faces()),
            std::to_string(scene.view.pixels),
            number(w.whole.hardware() / 1000),
            number(w.phase1 / 1000),
            number(w.whole.median.examine2 / 1000),
            hasLists ? number(w.whole.median.lists / 1000) : "-",
            number(w.total() / 1000)};
}

const std::vector<std::string> kTitles = {"scene",   "renderer", "triangles", "pixels", "hardware, s",
                                          "phase 1", "phase 2",  "phase 3",   "total"};

using MakeScene = Scene (*)(Index faces, int pixels);
constexpr MakeScene kFigure3[] = {figure3a, figure3b, figure3c};

Result<std::string> rendererName() {
    const auto detector = Detector::create();
    if (!detector) return tl::unexpected(detector.error());
    return (*detector)->thread().description();
}

/// Milliseconds of a scene at a number of faces, by whole calls.
Result<double> timeOf(const Scene& scene, int runs) {
    const auto measured = measure(scene, {}, runs);
    if (!measured) return tl::unexpected(measured.error());
    return measured->total;
}

std::string yesNo(bool yes) { return yes ? "yes" : "no"; }

}  // namespace

Result<void> runTable1(Effort effort, Report& report) {
    const auto renderer = rendererName();
    if (!renderer) return tl::unexpected(renderer.error());
    report.say(baselines::machine() + "\n" + *renderer +
               "\nOur scenes are made by code in the manner of figure 3. "
               "The paper's phase 3 has its polygons sorted beforehand; ours collects them unsorted and "
               "needs no order.");
    TextTable table = {
        kTitles,
        {"figure 3a", "paper, RE2", "160000", "512", "0.27", "0.13", "0.17", "-", "0.84"},
        {"figure 3b", "paper, RE2", "160000", "512", "0.27", "0.13", "0.10", "-", "0.77"},
        {"figure 3c", "paper, RE2", "160000", "512", "0.27", "0.13", "0.17", "0.28", "1.39"},
        {"figure 3a", "paper, Extreme", "160000", "512", "0.52", "0.18", "0.25", "-", "1.47"},
        {"figure 3b", "paper, Extreme", "160000", "512", "0.52", "0.18", "0.14", "-", "1.36"},
        {"figure 3c", "paper, Extreme", "160000", "512", "0.52", "0.18", "0.25", "0.35", "2.34"}};
    std::array<double, 3> totals{}, hardware{};
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const Scene scene = kFigure3[i](facesFor(effort, 160'000), effort == Effort::trial ? 64 : 512);
        const auto worst = measureWorstCase(scene, runsFor(effort));
        if (!worst) return tl::unexpected(worst.error());
        table.push_back(rowOf(scene, *worst, "ours"));
        totals[i] = worst->total();
        hardware[i] = worst->whole.hardware();
    }
    report.add(table1Claims(totals, hardware));
    report.say("table 1: one rendering of A and B, examination of the masks, total; seconds", table);
    return report.write("table1", table);
}

Result<void> runResolution(Effort effort, Report& report) {
    TextTable table = {kTitles};
    double draw128 = 0, draw512 = 0, examine128 = 0, examine512 = 0;
    for (const MakeScene make : kFigure3) {
        for (const int pixels : {128, 256, 512}) {
            const Scene scene = make(facesFor(effort, 160'000), pixels);
            const auto worst = measureWorstCase(scene, runsFor(effort));
            if (!worst) return tl::unexpected(worst.error());
            table.push_back(rowOf(scene, *worst, "ours"));
            if (pixels == 128) draw128 += worst->whole.hardware(), examine128 += worst->phase1;
            if (pixels == 512) draw512 += worst->whole.hardware(), examine512 += worst->phase1;
        }
    }
    report.say("resolution: the same scenes", table);
    report.add(resolutionClaims(draw512 / draw128, examine512 / examine128));
    return report.write("resolution", table);
}

Result<void> runGrowth(Effort effort, Report& report) {
    PageChart chart{"growth with the number of polygons",
                    "whole map, both passes, 128 pixels per side; nothing cached",
                    {"triangles in all", true},
                    {"milliseconds", true}};
    TextTable table = {{"scene", "triangles", "milliseconds"}};
    std::vector<std::vector<GrowthPoint>> growth;
    for (const MakeScene make : kFigure3) {
        growth.emplace_back();
        PageChart::Curve curve{make(1000, 128).name};
        for (const Index faces : {10'000u, 20'000u, 40'000u, 80'000u, 160'000u, 320'000u, 640'000u}) {
            if (effort == Effort::trial && faces > 20'000) break;
            const Scene scene = make(faces, 128);
            const auto time = timeOf(scene, runsFor(effort));
            if (!time) return tl::unexpected(time.error());
            curve.points.push_back({double(scene.faces()), *time});
            growth.back().push_back({double(scene.faces()), *time});
            table.push_back({scene.name, std::to_string(scene.faces()), number(*time)});
        }
        chart.curves.push_back(std::move(curve));
    }
    report.say("growth: \"a linear growth of the calculation costs with respect to the number of polygons\"",
               table);
    report.add(growthClaim(growth));
    report.add(chart);
    return report.write("growth", table);
}

Result<void> runContact(Effort effort, Report& report) {
    PageChart chart{
        "complexity of the contact",
        "equal polygons, layers and share of colliding pixels; whole map, both passes, 256 pixels per side",
        {"places where the surfaces cross", true},
        {"milliseconds", false}};
    TextTable table = {{"loops", "counted", "triangles", "colliding pixels", "undecided pixels", "passes",
                        "milliseconds", "by the first"}};
    PageChart::Curve curve{"two plates with waves"};
    // By turns, so that background load affects all alike.
    std::vector<Scene> scenes;
    std::vector<int> loops = {1, 3, 10, 32, 100, 316, 1000};
    if (effort == Effort::trial) loops = {1, 10};
    std::vector<std::vector<double>> times(loops.size());
    std::vector<Answer> answers(loops.size());
    const auto detector =
        Detector::create({.cacheDepths = false, .drawsBothAtOnce = false, .hiddenFaces = HiddenFaces::drawn});
    if (!detector) return tl::unexpected(detector.error());
    std::vector<std::array<std::shared_ptr<const DrawnMesh>, 2>> drawn;
    for (const int count : loops) {
        scenes.push_back(waves(count, facesFor(effort, 160'000), 256));
        const auto a = (*detector)->upload(scenes.back().a), b = (*detector)->upload(scenes.back().b);
        if (!a) return tl::unexpected(a.error());
        if (!b) return tl::unexpected(b.error());
        drawn.push_back({*a, *b});
    }
    for (int run = 0; run <= 3 * runsFor(effort); ++run) {
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            const auto begin = std::chrono::steady_clock::now();
            auto answer = (*detector)->detect(*drawn[i][0], scenes[i].poseA, *drawn[i][1], scenes[i].poseB,
                                              scenes[i].view);
            if (!answer) return tl::unexpected(answer.error());
            const auto passed = std::chrono::steady_clock::now() - begin;
            if (run > 0) times[i].push_back(std::chrono::duration<double, std::milli>(passed).count());
            answers[i] = std::move(*answer);
        }
    }
    double first = 0, minimum = 1e300, maximum = 0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const double time = medianOf(times[i]);
        if (i == 0) first = time;
        minimum = std::min(minimum, time / first);
        maximum = std::max(maximum, time / first);
        const auto counts = answers[i].map.histogram();
        std::uint32_t colliding = 0;
        for (std::size_t k = 0; k < counts.size(); ++k) {
            if (isCollision(static_cast<PixelCase>(k))) colliding += counts[k];
        }
        curve.points.push_back({double(loops[i]), time});
        table.push_back({std::to_string(loops[i]), std::to_string(components(answers[i].map)),
                         std::to_string(scenes[i].faces()), std::to_string(colliding),
                         yesNo(answers[i].usedLists), std::to_string(answers[i].passes), number(time),
                         number(time / first)});
    }
    chart.curves.push_back(std::move(curve));
    report.say("complexity of the contact at equal polygons", table);
    report.add(contactClaim(minimum, maximum));
    report.add(chart);
    return report.write("contact", table);
}

Result<void> runJaws(Effort effort, Report& report) {
    const int facesPerTooth = effort == Effort::trial ? 2'000 : 22'000, pixels = 512;
    struct Row {
        Stage stage;
        Along along;
        const char* alongWhat;
        const char* paper;
    };
    const Row rows[] = {
        {Stage::a, Along::closing, "the closing", "1 pass, no collision: 0.30 (0.49) s"},
        {Stage::b, Along::closing, "the closing", "1 pass, collision: 0.30 (0.49) s"},
        {Stage::c, Along::row, "the row of teeth", "2 passes and blending: 1.11 (1.78) s"},
        {Stage::d, Along::row, "the row of teeth", "2 passes and blending: 1.11 (1.78) s"},
        // The text has only one view of each position.
        {Stage::c, Along::closing, "the closing", "-"},
        {Stage::d, Along::closing, "the closing", "-"},
    };
    TextTable table = {{"position", "triangles", "seen along", "collides", "passes", "lists, as blending",
                        "most layers", "total, s", "the paper"}};
    std::array<JawResult, 4> jaws{};
    for (const Row& row : rows) {
        const Scene scene = figure5(row.stage, row.along, pixels, facesPerTooth);
        const auto measured = measure(scene, {.wholeMap = false}, runsFor(effort));
        if (!measured) return tl::unexpected(measured.error());
        const auto layers = CpuLayers().layers({scene.a.get(), scene.poseA}, {scene.b.get(), scene.poseB},
                                               std::span(&scene.view, 1));
        if (!layers) return tl::unexpected(layers.error());
        std::size_t maximum = 0;
        std::vector<std::size_t> count(static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels));
        for (const auto* of : {&layers->front().a, &layers->front().b}) {
            for (const Layer& layer : *of) maximum = std::max(maximum, ++count[layer.pixel]);
        }
        const bool isThePapers = table.size() <= jaws.size();
        if (isThePapers)
            jaws[static_cast<std::size_t>(row.stage)] = {measured->answer.collides, measured->answer.passes,
                                                         measured->answer.usedLists, measured->total / 1000};
        table.push_back({scene.name, std::to_string(scene.faces()), row.alongWhat,
                         yesNo(measured->answer.collides), std::to_string(measured->answer.passes),
                         yesNo(measured->answer.usedLists), std::to_string(maximum),
                         number(measured->total / 1000), row.paper});
    }
    report.say(
        "figure 5: five teeth; yes or no. The paper's times are of RealityEngine2 (Extreme), without the "
        "sorting of polygons",
        table, Alignment::left);
    report.add(jawClaims(jaws));
    return report.write("jaws", table);
}

}  // namespace ricochet::lab::paper002
