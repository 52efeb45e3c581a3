// Times of the stencil detector for GPUs, beside the wide tree and GImpact: gpu_bench [OPTIONS] [TABLE...]
#include "algorithms/stencil/detector.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/app/replay/replay_data.h"
#include "demos/app/replay/report_page.h"
#include "demos/lab/reproduce/paper002_scenes.h"
#include "tests/gpu/table.h"
#include "tests/stencil/gimpact_pair.h"

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <map>

namespace ricochet::test {
namespace {

using namespace stencil;
using lab::paper002::Scene;
using Solid = std::shared_ptr<const Mesh>;

struct Options {
    int runs = 21;
    Real largest = 1e7;  ///< triangles
    std::string out;     ///< folder; empty: none
};

/// Middle of several runs, in microseconds; the first also fills buffers and caches.
double microseconds(int runs, const std::function<void()>& work) {
    std::vector<Time> times;
    for (int i = 0; i <= runs; ++i) {
        const Time time = timeOf(work);
        if (i > 0) times.push_back(time);
    }
    return 1e3 * medianOf(times).wall;
}

View viewAround(Real half, int pixels) {
    View view;
    view.min = Vec3(-half, -half, -4);
    view.size = Vec3(2 * half, 2 * half, 8);
    view.pixels = pixels;
    return view;
}

std::shared_ptr<Detector> detector() { return *Detector::create(); }

/// Detection of one pair of B after the other, A unmoved; all B are equally far away.
class Pair {
public:
    Pair(std::shared_ptr<Detector> detector, const Solid& a, const Solid& b)
        : detector_(std::move(detector)), a_(*detector_->upload(a)), b_(*detector_->upload(b)) {}
    Answer detect(const Pose& pose, const View& view, const DetectorSettings& settings) const {
        return std::move(*detector_->detect(*a_, {}, *b_, pose, view, settings));
    }
    double time(const Options& options, Real apart, const View& view,
                const DetectorSettings& settings) const {
        Random random(23);
        return microseconds(options.runs, [&] {
            const Pose pose{randomRotation(random), apart * randomPoint(random).normalized()};
            (void)detect(pose, view, settings);
        });
    }

private:
    std::shared_ptr<Detector> detector_;
    std::shared_ptr<const DrawnMesh> a_, b_;
};

/// One small query: handed over, drawn, examined, read back.
Table latency(const Options& options) {
    Table table("latency", "one pair, microseconds; nothing cached, and A's depths cached",
                {"solids", "triangles", "pixels", "map", "map, cached", "yes or no", "yes or no, cached"});
    const auto ours = detector();
    for (const auto make : {convexScene, concaveScene}) {
        for (const Real triangles : {2e3, 20e3}) {
            const BenchScene scene = make(triangles);
            const Pair pair(ours, scene.a, scene.b);
            for (const int pixels : {32, 64, 128, 256}) {
                const View view = viewAround(1.5, pixels);
                const auto time = [&](const DetectorSettings& s) { return pair.time(options, 0.6, view, s); };
                table.add({scene.name, scene.a->faceCount() + scene.b->faceCount(), pixels,
                           time({.cacheDepths = false}), time({}),
                           time({.wholeMap = false, .examinesOnce = true, .cacheDepths = false}),
                           time({.wholeMap = false, .examinesOnce = true})});
            }
        }
    }
    return table;
}

/// Pairs of a step, all of whose bodies move.
std::vector<DetectorQuery> step(std::span<const std::shared_ptr<const DrawnMesh>> meshes, std::size_t pairs,
                                int pixels, Random& random) {
    std::vector<DetectorQuery> queries;
    for (std::size_t i = 0; i < pairs; ++i) {
        const Pose pose{randomRotation(random), 1.2 * randomPoint(random).normalized()};
        const Pose own{randomRotation(random), Vec3::Zero()};
        queries.push_back({meshes[i % meshes.size()].get(), own, meshes[(i + 1) % meshes.size()].get(), pose,
                           viewAround(1.1, pixels)});
    }
    return queries;
}

Table batch(const Options& options) {
    Table table("batch", "pairs of spheres of 1,000 triangles, all move; yes or no; microseconds a pair",
                {"meshes", "pixels", "pairs", "one by one", "in one submission"});
    const auto ours = detector();
    std::vector<std::shared_ptr<const DrawnMesh>> meshes;
    for (int i = 0; i < 64; ++i) meshes.push_back(*ours->upload(sphereMesh(32, 16)));
    for (const std::size_t distinct : {std::size_t{1}, std::size_t{64}}) {
        for (const int pixels : {32, 64, 128}) {
            for (const std::size_t pairs : {1, 4, 16, 64, 256, 1024}) {
                if (options.runs <= 1 && pairs > 16) break;  // only whether it runs
                const DetectorSettings settings{
                    .wholeMap = false, .examinesOnce = true, .cacheDepths = false};
                Random random(29);
                const auto queries = [&] {
                    return step(std::span(meshes).first(distinct), pairs, pixels, random);
                };
                auto asked = queries();
                const double one = microseconds(options.runs, [&] {
                    for (const DetectorQuery& q : asked)
                        (void)ours->detect(*q.a, q.poseA, *q.b, q.poseB, q.view, settings);
                });
                const double all = microseconds(options.runs, [&] { (void)ours->detect(asked, settings); });
                const auto count = static_cast<double>(pairs);
                table.add(
                    {static_cast<int>(distinct), pixels, static_cast<int>(pairs), one / count, all / count});
            }
        }
    }
    return table;
}

Table growth(const Options& options) {
    Table table("growth", "two solids, whole map, milliseconds; nothing cached, and A's depths cached",
                {"solids", "triangles", "pixels", "milliseconds", "cached"});
    for (const auto make : {convexScene, concaveScene}) {
        for (const Real triangles : {1e4, 1e5, 1e6, 1e7}) {
            if (triangles > options.largest) break;
            const auto ours = detector();
            const BenchScene scene = make(triangles);
            const Pair pair(ours, scene.a, scene.b);
            for (const int pixels : {128, 512, 2048}) {
                if (options.runs <= 1 && pixels > 128) break;
                const View view = viewAround(1.5, pixels);
                table.add({scene.name, scene.a->faceCount() + scene.b->faceCount(), pixels,
                           1e-3 * pair.time(options, 0.1, view, {.cacheDepths = false}),
                           1e-3 * pair.time(options, 0.1, view, {})});
            }
        }
    }
    return table;
}

/// What finds face pairs: the wide tree, all pairs and the first one, and GImpact.
struct Others {
    WideTree tree;
    std::shared_ptr<const CollisionModel> a, b;
    std::unique_ptr<GImpact> gimpact;  ///< null: too slow

    Others(const Solid& meshA, const Solid& meshB, bool wantsGImpact)
        : a(tree.build(meshA)), b(tree.build(meshB)) {
        if (wantsGImpact) gimpact = std::make_unique<GImpact>(*meshA, *meshB);
    }
    std::size_t pairs(const Pose& pose) const {
        PairMemory memory;
        FacePairs found;
        tree.findFacePairs({a.get(), {}}, {b.get(), pose}, 0, memory, found);
        return found.size();
    }
};

/// Milliseconds of each at the same poses. One after the other: a GPU that waits while a CPU works for long
/// lowers its clock.
struct Beside {
    double ours, tree, gimpact, facePairs;
};

/// B turns and moves at a distance, or moves a little from where the scene has it.
std::vector<Pose> posesOf(const Options& options, const Scene& scene, Real apart) {
    std::vector<Pose> poses;
    Random random(31);
    for (int i = 0; i <= options.runs; ++i) {
        if (apart > 0) {
            poses.push_back({randomRotation(random), apart * randomPoint(random).normalized()});
        } else {
            poses.push_back(
                {scene.poseB.rotation, scene.poseB.translation + Vec3(1e-3, 1e-3, 1e-5) * (i % 5)});
        }
    }
    return poses;
}

/// Mean of all poses but the first, which also fills buffers and caches.
double millisecondsOf(std::span<const Pose> poses, const std::function<Time(const Pose&)>& contestant) {
    std::vector<Time> times;
    for (const Pose& pose : poses) times.push_back(contestant(pose));
    times.erase(times.begin());
    return medianOf(times).wall;
}

Beside beside(const Options& options, const Scene& scene, Real apart, bool wantsGImpact) {
    const auto own = detector();
    const Pair pair(own, scene.a, scene.b);
    const Others others(scene.a, scene.b, wantsGImpact);
    const std::vector<Pose> poses = posesOf(options, scene, apart);
    std::vector<double> found;
    Beside result{};
    result.ours = millisecondsOf(
        poses, [&](const Pose& pose) { return timeOf([&] { (void)pair.detect(pose, scene.view, {}); }); });
    result.tree = millisecondsOf(poses, [&](const Pose& pose) {
        return timeOf([&] { found.push_back(static_cast<double>(others.pairs(pose))); });
    });
    if (others.gimpact) {
        result.gimpact = millisecondsOf(poses, [&](const Pose& pose) { return others.gimpact->time(pose); });
    }
    std::nth_element(found.begin(), found.begin() + found.size() / 2, found.end());
    result.facePairs = found[found.size() / 2];
    return result;
}

void writeChart(const Options& options, const std::string& name, app::PageChart chart,
                const std::array<std::vector<std::array<double, 2>>, 3>& curves) {
    const char* const labels[] = {"stencil detector", "wide tree, all face pairs", "GImpact"};
    for (std::size_t i = 0; i < 3; ++i) chart.curves.push_back({labels[i], curves[i]});
    if (options.out.empty() || !app::checkReplay("chart")) return;
    app::ReportPage page;
    page.addChart(chart);
    (void)page.write(options.out + "/" + name + ".html", "Ricochet: " + chart.title);
}

Table crossover(const Options& options) {
    Table table(
        "crossover",
        "deep contact, 512 pixels, A's depths cached, whole map, beside all face pairs of the wide tree "
        "(one thread) and GImpact; milliseconds",
        {"solids", "triangles", "face pairs", "detector", "wide tree", "GImpact", "tree / detector",
         "GImpact / detector"});
    for (const auto make : {convexScene, concaveScene}) {
        std::array<std::vector<std::array<double, 2>>, 3> curves;
        std::string name;
        for (const Real triangles : {2e3, 2e4, 2e5, 2e6}) {
            if (triangles > options.largest) break;
            const BenchScene made = make(triangles);
            Scene scene{made.name, made.a, made.b};
            scene.view = viewAround(1.5, options.runs <= 1 ? 64 : 512);
            const bool isSmall = triangles < 1e6;
            const Beside row = beside(options, scene, 0.1, isSmall);
            const int faces = static_cast<int>(made.a->faceCount() + made.b->faceCount());
            table.add({made.name, faces, row.facePairs, row.ours, row.tree, row.gimpact, row.tree / row.ours,
                       row.gimpact / row.ours});
            curves[0].push_back({double(faces), row.ours});
            curves[1].push_back({double(faces), row.tree});
            if (isSmall) curves[2].push_back({double(faces), row.gimpact});
            name = made.name;
        }
        writeChart(options, make == convexScene ? "crossover-convex" : "crossover-concave",
                   {"Deep contact: " + name,
                    "512 pixels, A's depths cached, whole map; the wide tree on one thread",
                    {"triangles in all", true},
                    {"milliseconds", true}},
                   curves);
    }
    return table;
}

Table contact(const Options& options) {
    Table table(
        "contact",
        "places where two plates of 80,000 triangles cross, at equal area; 256 pixels, A's depths cached, "
        "whole map; milliseconds",
        {"loops", "face pairs", "detector", "wide tree", "GImpact", "by the first"});
    std::array<std::vector<std::array<double, 2>>, 3> curves;
    double first = 0;
    for (const int loops : {1, 4, 16, 64, 256, 1024}) {
        if (options.runs <= 1 && loops > 4) break;
        const Scene scene = lab::paper002::waves(loops, options.runs <= 1 ? 2'000 : 160'000, 256);
        const Beside row = beside(options, scene, 0, true);
        if (first == 0) first = row.ours;
        table.add({loops, row.facePairs, row.ours, row.tree, row.gimpact, row.ours / first});
        curves[0].push_back({double(loops), row.ours});
        curves[1].push_back({double(loops), row.tree});
        curves[2].push_back({double(loops), row.gimpact});
    }
    writeChart(options, "contact",
               {"Complexity of the contact",
                table.json()["about"],
                {"places where the surfaces cross", true},
                {"milliseconds", true}},
               curves);
    return table;
}

const std::map<std::string, Table (*)(const Options&)> kTables = {{"latency", latency},
                                                                  {"batch", batch},
                                                                  {"growth", growth},
                                                                  {"crossover", crossover},
                                                                  {"contact", contact}};

}  // namespace
}  // namespace ricochet::test

int main(int argc, char** argv) {
    using namespace ricochet::test;
    Options options;
    std::vector<std::string> names;
    CLI::App app("Times of the stencil detector on this machine's OpenGL.");
    app.add_option("tables", names, "all without it; renderer: none, only its name");
    app.add_option("--runs", options.runs, "of which the median is taken; 1: only whether it runs")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--largest", options.largest, "triangles of both solids")->capture_default_str();
    app.add_option("--out", options.out, "folder for TABLE.json and charts")->check(CLI::ExistingDirectory);
    CLI11_PARSE(app, argc, argv);
    const auto detector = ricochet::stencil::Detector::create();
    if (!detector) {
        std::cerr << detector.error() << '\n';
        return 1;
    }
    std::cout << (*detector)->thread().description() << std::endl;
    for (const std::string& name : names) {
        if (kTables.contains(name) || name == "renderer") continue;
        std::cerr << "gpu_bench: there is no table " << name << '\n';
        return 1;
    }
    for (const auto& [name, measure] : kTables) {
        if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) continue;
        const Table table = measure(options);
        if (!options.out.empty())
            std::ofstream(options.out + "/" + name + ".json") << table.json().dump(1) << '\n';
    }
}
