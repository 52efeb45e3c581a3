// When, and with what, a body will collide that goes along screws through a static world.

#include "algorithms/mktree/predict.h"

#include "demos/app/motions.h"
#include "demos/app/output_file.h"
#include "demos/app/quantiles.h"
#include "demos/app/subcommand.h"
#include "demos/mesh_files/read_mesh.h"
#include "plugin/clocks.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace ricochet::app {
namespace {

struct PredictOptions {
    std::string world, body, motions, json;
    std::size_t random = 0;
    unsigned seed = 1;
    double length = 2;
    double cacheMegabytes = 64;
    bool isCold = false;
};

nlohmann::ordered_json vectorJson(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

nlohmann::ordered_json describePrediction(const std::optional<mktree::Prediction>& first,
                                          const mktree::MkTree& tree) {
    if (!first) return {{"contact", false}};
    constexpr const char* kFeatures[] = {"vertex-face", "face-vertex", "edge-edge"};
    const SweptContact& c = first->contact;
    nlohmann::ordered_json answer = {{"contact", true},
                                     {"time", c.time},
                                     {"starts_in_contact", first->startsInContact},
                                     {"part", tree.directory().parts[first->part]},
                                     {"triangle", c.faces.faceB},
                                     {"body_triangle", c.faces.faceA},
                                     {"point", vectorJson(c.onB)}};
    if (first->startsInContact) return answer;
    answer["normal"] = vectorJson(c.normal);
    answer["features"] = kFeatures[static_cast<int>(c.features)];
    // A vertex or an edge is named by its triangle and its place there, 0 to 2.
    if (c.features != TouchingFeatures::faceVertex) answer["body_place"] = c.featureA % 3;
    if (c.features != TouchingFeatures::vertexFace) answer["place"] = c.featureB % 3;
    return answer;
}

Result<std::vector<BodyMotion>> motionsFor(const PredictOptions& options, const Aabb& world,
                                           const Mesh& body) {
    if (options.motions.empty() == (options.random == 0)) {
        return tl::unexpected(std::string("name a file of motions, or the number of random ones"));
    }
    if (options.random == 0) return readMotions(options.motions);
    return randomMotions(options.random, options.seed, world, body.box().centre(), options.length);
}

Result<int> runPredict(const PredictOptions& options) {
    const auto bytes = static_cast<std::size_t>(options.cacheMegabytes * 1024 * 1024);
    const auto tree = mktree::MkTree::open(options.world, {bytes});
    if (!tree) return tl::unexpected(tree.error());
    const auto mesh = readMesh(options.body);
    if (!mesh) return tl::unexpected(mesh.error());
    const auto motions = motionsFor(options, (*tree)->box(), **mesh);
    if (!motions) return tl::unexpected(motions.error());
    const mktree::MovingBody body(*mesh);

    nlohmann::ordered_json answers = nlohmann::ordered_json::array();
    std::vector<double> times;
    std::size_t contacts = 0;
    mktree::PredictCounters counters;
    for (const BodyMotion& motion : *motions) {
        if (options.isCold) (*tree)->clearCache();
        const double begin = threadMicroseconds();
        const auto first = mktree::predict(**tree, body, motion.pose, motion.screw, {}, &counters);
        times.push_back(threadMicroseconds() - begin);
        if (!first) return tl::unexpected(first.error());
        contacts += first->has_value();
        answers.push_back(describePrediction(*first, **tree));
    }
    const Quantiles quantiles = quantilesOf(times);
    const mktree::CacheStatistics cache = (*tree)->statistics();
    double sum = 0;
    for (double time : times) sum += time;
    const auto count = static_cast<double>(times.size());
    std::cout << contacts << " contacts in " << times.size() << " motions\n"
              << "per motion: mean " << sum / count << " us, median " << quantiles.median << " us, p99 "
              << quantiles.p99 << " us, worst " << quantiles.max << " us of thread CPU time\n"
              << "blocks read in all: " << cache.blocksRead << " of " << (*tree)->directory().blocks
              << "; leaves looked at a motion: " << static_cast<double>(counters.leaves) / count << " of "
              << (*tree)->directory().leaves.size() << "; cache at most " << cache.mostBytes << " bytes\n";
    return writeFile(options.json, answers.dump(1) + "\n").map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addPredict(CLI::App& program) {
    const auto options = std::make_shared<PredictOptions>();
    CLI::App* app =
        program.add_subcommand("predict", "the first contact of a body along screws in an MKtree");
    app->add_option("WORLD", options->world, "an MKtree, see ricochet mktree")->required();
    app->add_option("BODY", options->body, "mesh file")->required();
    app->add_option(
        "--motions", options->motions,
        "a motion a line: a point of the axis, its direction, angle (radians), shift (metres); before "
        "them, if there are 20 numbers, the body's pose: 9 of the rotation by rows, then the "
        "translation; # starts a comment");
    app->add_option("--random", options->random,
                    "instead of a file: so many random motions all over the world");
    app->add_option("--seed", options->seed, "of random motions");
    app->add_option("--length", options->length, "metres: of random motions, about")
        ->check(CLI::PositiveNumber);
    app->add_option("--json", options->json, "file for the answers, in the order of the motions")
        ->check(kWritable);
    app->add_option("--cache", options->cacheMegabytes, "megabytes of leaves in memory")
        ->check(CLI::NonNegativeNumber);
    app->add_flag("--cold", options->isCold, "forgets all leaves before each motion");
    return {app, [options](char**) { return runPredict(*options); }};
}

}  // namespace ricochet::app
