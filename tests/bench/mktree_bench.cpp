// MKtrees of very large tankers: cost of the build and of predictions by each variant, and its growth.
//
//     mktree_bench [--triangles N] [--small N] [--motions N] [--quick]    rows of what, required, measured,
//     met
//
// Files are in a temporary folder (TMPDIR), which is deleted: 20 bytes per triangle, and twice that during a
// build.

#include "algorithms/mktree/build.h"
#include "demos/app/motions.h"
#include "demos/app/quantiles.h"
#include "demos/app/tanker_objects.h"
#include "demos/lab/prediction_variants.h"
#include "plugin/clocks.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ricochet::bench {
namespace {

using namespace mktree;
using namespace app;
using namespace lab;

struct Options {
    std::int64_t triangles = 50'000'000, small = 1'000'000;
    std::size_t motions = 2000;
    double length = 2;  // metres, about: of a motion
    bool isQuick = false;
};

void show(const std::string& what, const char* relation, double required, double measured) {
    const bool isLow = relation[0] == '<', isBar = relation[0] != '\0';
    const bool isMet = !isBar || (isLow ? measured <= required : measured >= required);
    std::printf("%s,%s", what.c_str(), relation);
    if (isBar) std::printf("%g", required);
    std::printf(",%.4g,%s\n", measured, !isBar ? "" : isMet ? "yes" : "no");
    std::fflush(stdout);
}
void show(const std::string& what, double measured) { show(what, "", 0, measured); }

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "mktree-bench-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

std::string millions(std::int64_t triangles) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%g million triangles: ", 1e-6 * static_cast<double>(triangles));
    return text.data();
}

/// In a separate process, whose memory and time are those of the build alone.
void measureBuild(std::int64_t triangles, const BuildSettings& settings, const std::string& path,
                  bool isBar) {
    rusage before{}, after{};
    getrusage(RUSAGE_CHILDREN, &before);
    const pid_t child = fork();
    if (child == 0) _exit(build(tankerObjects(triangles), path, settings) ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) throw std::runtime_error("the build failed");
    getrusage(RUSAGE_CHILDREN, &after);
    const auto seconds = [](const rusage& r) {
        return static_cast<double>(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
               1e-6 * static_cast<double>(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
    };
    const auto count = static_cast<double>(triangles);
    const std::string name = millions(triangles);
    const double megabytes = static_cast<double>(after.ru_maxrss) / 1024;
    const double microseconds = 1e6 * (seconds(after) - seconds(before)) / count;
    const double bytes = static_cast<double>(std::filesystem::file_size(path)) / count;
    show(name + "build; RSS in MB (of the largest so far)", isBar ? "<=" : "", 300, megabytes);
    show(name + "build; us of CPU a triangle with the generator", isBar ? "<=" : "", 0.5, microseconds);
    show(name + "build; bytes a triangle", isBar ? "<=" : "", 22, bytes);
}

std::shared_ptr<const MkTree> opened(const std::string& path) {
    const auto tree = MkTree::open(path);
    if (!tree) throw std::runtime_error(tree.error());
    return *tree;
}

/// One body of 500 faces on many paths throughout the world.
struct Workload {
    MovingBody body;
    std::vector<BodyMotion> motions;

    Workload(double diameter, const Aabb& world, std::size_t count, double length)
        : body(maintenancePart(diameter)),
          motions(randomMotions(count, 7, world, body.mesh->box().centre(), length)) {}
};

struct Measured {
    std::vector<double> times;  ///< microseconds
    std::vector<std::optional<Real>> answers;
    double blocks = 0;  ///< read
};

Measured measure(const MkTree& tree, const Workload& load, const PredictionVariant& variant,
                 std::size_t count, bool isCold = false) {
    Measured measured;
    for (std::size_t i = 0; i < std::min(count, load.motions.size()); ++i) {
        if (isCold) tree.clearCache();
        const std::uint64_t before = tree.statistics().blocksRead;
        const double begin = threadMicroseconds();
        const auto answer = variant.timeOf({tree, load.body, load.motions[i].pose, load.motions[i].screw});
        measured.times.push_back(threadMicroseconds() - begin);
        if (!answer) throw std::runtime_error(answer.error());
        measured.answers.push_back(*answer);
        measured.blocks += static_cast<double>(tree.statistics().blocksRead - before);
    }
    return measured;
}

std::string sizeOf(double diameter) { return diameter < 0.5 ? "sphere of 0.2 m; " : "sphere of 1 m; "; }

/// Anywhere in the world, through a cache of 64 MB; the system has the file in memory.
void measureAnywhere(const std::string& name, const MkTree& tree, const Workload& load, double diameter,
                     bool isBar) {
    const PredictionVariant traversal = predictionVariants().front();
    measure(tree, load, traversal, load.motions.size());
    const Measured warm = measure(tree, load, traversal, load.motions.size());
    const Quantiles q = quantilesOf(warm.times);
    const std::string what = name + sizeOf(diameter);
    show(what + "share of motions with a contact",
         static_cast<double>(
             std::ranges::count_if(warm.answers, [](const auto& a) { return a.has_value(); })) /
             static_cast<double>(warm.answers.size()));
    show(what + "mean in ms", isBar ? "<=" : "", 0.5, 1e-3 * q.mean);
    show(what + "median in ms", 1e-3 * q.median);
    show(what + "p99 in ms", isBar ? "<=" : "", 3, 1e-3 * q.p99);
    show(what + "worst in ms", isBar ? "<=" : "", 20, 1e-3 * q.max);
    const Measured cold = measure(tree, load, traversal, load.motions.size(), true);
    show(what + "blocks of all by blocks read from an empty cache", isBar ? ">=" : "", 1e4,
         static_cast<double>(tree.directory().blocks) * static_cast<double>(cold.times.size()) / cold.blocks);
    show(what + "mean in ms from an empty cache", 1e-3 * quantilesOf(cold.times).mean);
}

/// Each variant in turn on the same motions, with their leaves in memory.
void measureVariants(const std::string& name, const MkTree& tree, const Workload& load, std::size_t count) {
    std::vector<Measured> all;
    const std::vector<PredictionVariant> variants = predictionVariants();
    for (const PredictionVariant& variant : variants) {
        measure(tree, load, variants.front(), count);
        all.push_back(measure(tree, load, variant, count));
        if (variant.findsFirst && !std::ranges::equal(all.back().answers, all.front().answers, areSame)) {
            throw std::runtime_error(std::string(variant.name) + " contradicts the traversal");
        }
    }
    const Quantiles base = quantilesOf(all.front().times);
    const double bars[][2] = {{0, 0}, {50, 0}, {0, 0}, {0, 0}, {2, 5}};
    for (std::size_t i = 1; i < variants.size(); ++i) {
        const Quantiles q = quantilesOf(all[i].times);
        const std::string what = name + variants[i].name;
        show(what + "; mean by the traversal's", bars[i][0] > 0 ? ">=" : "", bars[i][0], q.mean / base.mean);
        show(what + "; median by the traversal's", bars[i][1] > 0 ? ">=" : "", bars[i][1],
             q.median / base.median);
    }
}

/// At the same density around each motion, leaves in memory.
double growth(const MkTree& small, const MkTree& large, const Options& options) {
    std::array<double, 2> means{};
    const std::array<const MkTree*, 2> trees = {&small, &large};
    for (std::size_t i = 0; i < 2; ++i) {
        const Workload load(0.2, trees[i]->box(), options.motions, options.length);
        const PredictionVariant traversal = predictionVariants().front();
        std::vector<double> times;
        // Portions whose leaves fit into the cache: once to read them, once to measure.
        constexpr std::size_t kPortion = 50;
        for (std::size_t k = 0; k < load.motions.size(); k += kPortion) {
            Workload portion = load;
            portion.motions.assign(load.motions.begin() + static_cast<std::ptrdiff_t>(k),
                                   load.motions.begin() + static_cast<std::ptrdiff_t>(
                                                              std::min(k + kPortion, load.motions.size())));
            measure(*trees[i], portion, traversal, kPortion);
            const Measured warm = measure(*trees[i], portion, traversal, kPortion);
            times.insert(times.end(), warm.times.begin(), warm.times.end());
        }
        means[i] = quantilesOf(times).mean;
    }
    return means[1] / means[0];
}

void run(const Options& options) {
    const TemporaryFolder folder;
    const bool isBar = !options.isQuick;
    std::printf("what,required,measured,met\n");
    measureBuild(options.small, {.polyhedra = true}, folder.file("small"), false);
    measureBuild(options.triangles, {}, folder.file("large"), isBar);
    const auto small = opened(folder.file("small")), large = opened(folder.file("large"));
    for (double diameter : {0.2, 1.0}) {
        measureAnywhere(millions(options.triangles), *large,
                        Workload(diameter, large->box(), options.motions, options.length), diameter,
                        isBar && diameter < 0.5);
    }
    const std::size_t few = std::min<std::size_t>(options.motions, 200);
    measureVariants(millions(options.small) + "sphere of 0.2 m; ", *small,
                    Workload(0.2, small->box(), few, options.length), few);
    measureVariants(millions(options.triangles) + "sphere of 0.2 m; ", *large,
                    Workload(0.2, large->box(), few, options.length), few);
    show(millions(options.triangles) + "mean by that at " + std::to_string(options.small), isBar ? "<=" : "",
         1.5, growth(*small, *large, options));
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::test;
    ricochet::bench::Options options;
    CommandLine commandLine("MKtrees of very large tankers");
    commandLine.option("--triangles", options.triangles, "of the large one", positive());
    commandLine.option("--small", options.small, "triangles of the small one", positive());
    commandLine.option("--motions", options.motions, "random ones", positive());
    commandLine.option("--length", options.length, "metres, about", positive());
    commandLine.flag("--quick", options.isQuick, "little, to see that it runs");
    commandLine.parseOrExit(argc, argv);
    if (options.isQuick) {
        options.triangles = 60'000;
        options.small = 30'000;
        options.motions = 20;
    }
    try {
        ricochet::bench::run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mktree_bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
