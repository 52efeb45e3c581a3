// Face pairs of two meshes at a list of poses, with hashes and times.

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/mesh_topology.h"
#include "demos/app/commands.h"
#include "demos/app/names.h"
#include "demos/app/output_file.h"
#include "demos/app/poses.h"
#include "demos/app/quantiles.h"
#include "demos/app/quantities.h"
#include "demos/mesh_files/read_mesh.h"
#include "plugin/backends.h"
#include "plugin/clocks.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

namespace ricochet::app {
namespace {

struct QueryOptions {
    std::string fileA, fileB, poses;
    std::string narrow = backends().front().name;
    Real queryDistance = 0;
    std::string ask = "pairs";
    std::string pairs, json;
};

struct Input {
    std::shared_ptr<const NarrowPhase> narrowPhase;
    std::shared_ptr<Mesh> meshA, meshB;
    std::vector<PosePair> poses;
};

/// The answer for one pose, with the distance if it was requested and the meshes are near enough.
struct PoseAnswer {
    FacePairs pairs = {};
    std::optional<Real> distance = {};
};

struct Output {
    std::vector<double> microseconds;  ///< per pose
    double buildMilliseconds = 0;
    std::size_t modelBytes = 0;
    std::size_t pairsTotal = 0;
    std::ostringstream pairs;                                          ///< text of the file of pairs
    nlohmann::ordered_json answers = nlohmann::ordered_json::array();  ///< per pose
};

Result<Input> read(const QueryOptions& options) {
    const auto backend = selectBackend(options.narrow);
    if (!backend) return tl::unexpected(backend.error());
    if (!(options.queryDistance >= 0))
        return tl::unexpected(std::string("--within must be a distance of zero or more"));
    const auto meshA = readMesh(options.fileA);
    if (!meshA) return tl::unexpected(meshA.error());
    const auto meshB = readMesh(options.fileB);
    if (!meshB) return tl::unexpected(meshB.error());
    const auto poses = readPoses(options.poses);
    if (!poses) return tl::unexpected(poses.error());
    return Input{backend->make(makeSerialExecutor()).narrowPhase, *meshA, *meshB, *poses};
}

PoseAnswer askForPairs(const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b,
                       Real queryDistance, PairMemory& memory) {
    PoseAnswer answer;
    narrowPhase.findFacePairs(a, b, queryDistance, memory, answer.pairs);
    return answer;
}

PoseAnswer askForFirst(const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b, Real,
                       PairMemory& memory) {
    const std::optional<FacePair> first = narrowPhase.findFirstPair(a, b, memory);
    return first ? PoseAnswer{{*first}} : PoseAnswer{};
}

PoseAnswer askForDistance(const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b,
                          Real queryDistance, PairMemory& memory) {
    const auto closest =
        narrowPhase.findClosestPair(a, b, queryDistance > 0 ? queryDistance : kAnyDistance, memory);
    return closest ? PoseAnswer{{closest->faces}, std::sqrt(closest->points.distanceSquared)} : PoseAnswer{};
}

/// The kinds of queries.
struct PoseQuestion {
    const char* name;
    PoseAnswer (*ask)(const NarrowPhase&, const MeshInstance&, const MeshInstance&, Real queryDistance,
                      PairMemory&);
};
constexpr PoseQuestion kPoseQuestions[] = {
    {"pairs", askForPairs}, {"first", askForFirst}, {"distance", askForDistance}};

const PoseQuestion& questionNamed(const std::string& name) {
    return *std::find_if(std::begin(kPoseQuestions), std::end(kPoseQuestions),
                         [&](const PoseQuestion& question) { return name == question.name; });
}

void appendAnswer(std::ostringstream& text, std::size_t pose, const PoseAnswer& answer) {
    text << "pose " << pose;
    if (answer.distance) text << " distance " << std::setprecision(17) << *answer.distance;
    text << " count " << answer.pairs.size() << " fnv1a64 " << std::hex << std::setfill('0') << std::setw(16)
         << hashOf(answer.pairs) << std::dec << '\n';
    for (const FacePair& pair : answer.pairs) text << pair.faceA << ' ' << pair.faceB << '\n';
}

Output query(const Input& input, const QueryOptions& options) {
    Output output;
    const double start = threadMicroseconds();
    const auto modelA = input.narrowPhase->build(input.meshA);
    const auto modelB = input.narrowPhase->build(input.meshB);
    output.buildMilliseconds = 1e-3 * (threadMicroseconds() - start);
    output.modelBytes = modelA->bytes() + modelB->bytes();

    const PoseQuestion& question = questionNamed(options.ask);
    PairMemory memory;
    for (const PosePair& pose : input.poses) {
        const MeshInstance a{modelA.get(), pose.a}, b{modelB.get(), pose.b};
        const double begin = threadMicroseconds();
        PoseAnswer answer = question.ask(*input.narrowPhase, a, b, options.queryDistance, memory);
        output.microseconds.push_back(threadMicroseconds() - begin);

        if (options.queryDistance > 0) dropDistant(a, b, options.queryDistance, answer.pairs);
        std::sort(answer.pairs.begin(), answer.pairs.end());
        appendAnswer(output.pairs, output.microseconds.size() - 1, answer);
        output.pairsTotal += answer.pairs.size();
        output.answers.push_back({{"pairs", answer.pairs.size()}});
        if (answer.distance) output.answers.back()["distance"] = *answer.distance;
        if (!answer.pairs.empty()) {
            output.answers.back()["first"] = {answer.pairs.front().faceA, answer.pairs.front().faceB};
        }
    }
    return output;
}

nlohmann::ordered_json describeMesh(const std::string& file, const Mesh& mesh) {
    const MeshTopology topology = buildTopology(mesh);
    return {{"file", file},
            {"triangles", mesh.faceCount()},
            {"vertices", mesh.vertexCount()},
            {"zero_area_faces", topology.degenerateFaces},
            {"boundary_edges", topology.boundaryEdges},
            {"non_manifold_edges", topology.nonManifoldEdges},
            {"closed", topology.isClosed()}};
}

nlohmann::ordered_json report(const QueryOptions& options, const Input& input, const Output& output) {
    const Quantiles times = quantilesOf(output.microseconds);
    const Index triangles = input.meshA->faceCount() + input.meshB->faceCount();
    return {{"narrow", options.narrow},
            {"ask", options.ask},
            {"a", describeMesh(options.fileA, *input.meshA)},
            {"b", describeMesh(options.fileB, *input.meshB)},
            {"within", options.queryDistance},
            {"poses", input.poses.size()},
            {"pairs_total", output.pairsTotal},
            {"median_us", times.median},
            {"p99_us", times.p99},
            {"max_us", times.max},
            {"build_ms", output.buildMilliseconds},
            {"bytes_per_triangle", static_cast<double>(output.modelBytes) / triangles},
            {"answers", output.answers}};
}

void printMesh(const nlohmann::ordered_json& mesh) {
    std::cout << mesh["file"].get<std::string>() << ": " << countText(mesh["triangles"]) << " triangles, "
              << (mesh["closed"] ? "closed" : "open or non-manifold");
    if (mesh["zero_area_faces"] > 0)
        std::cout << ", " << countText(mesh["zero_area_faces"]) << " without area";
    std::cout << '\n';
}

void printAnswer(std::size_t pose, const nlohmann::ordered_json& answer, const std::string& ask) {
    const std::size_t pairs = answer["pairs"];
    std::cout << "pose " << pose << ": ";
    if (ask == "pairs") {
        std::cout << countText(pairs) << (pairs == 1 ? " pair" : " pairs") << '\n';
        return;
    }
    if (answer.contains("distance")) std::cout << "distance " << threeDigits(answer["distance"]) << ", ";
    if (answer.contains("first")) {
        std::cout << "faces " << answer["first"][0] << " and " << answer["first"][1] << '\n';
    } else {
        std::cout << (ask == "first" ? "apart" : "farther apart than asked") << '\n';
    }
}

/// In the meshes' own unit.
void printQuery(const nlohmann::ordered_json& report) {
    constexpr std::size_t kShown = 8;
    printMesh(report["a"]);
    printMesh(report["b"]);
    const auto& answers = report["answers"];
    for (std::size_t i = 0; i < std::min(kShown, answers.size()); ++i)
        printAnswer(i, answers[i], report["ask"]);
    if (answers.size() > kShown) {
        std::cout << "... " << countText(answers.size() - kShown) << " more poses: --json, --pairs\n";
    }
    std::cout << report["narrow"].get<std::string>() << ": " << countText(report["pairs_total"])
              << " pairs at " << countText(report["poses"]) << " poses; a pose takes "
              << timeText(1e-3 * report["median_us"].get<double>()) << " (median), "
              << timeText(1e-3 * report["p99_us"].get<double>()) << " (99 %), thread CPU time\n"
              << "models: built in " << timeText(report["build_ms"]) << ", "
              << threeDigits(report["bytes_per_triangle"]) << " bytes per triangle\n";
}

Result<int> runQuery(const QueryOptions& options) {
    const Result<Input> input = read(options);
    if (!input) return tl::unexpected(input.error());
    const Output output = query(*input, options);
    const nlohmann::ordered_json summary = report(options, *input, output);
    printQuery(summary);
    return writeFile(options.pairs, output.pairs.str())
        .and_then([&] { return writeFile(options.json, summary.dump(2) + "\n"); })
        .map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addQuery(CLI::App& program) {
    const auto options = std::make_shared<QueryOptions>();
    CLI::App* app = program.add_subcommand("query", "face pairs of two meshes at a list of poses");
    app->add_option("A", options->fileA, "mesh file")->required();
    app->add_option("B", options->fileB, "mesh file")->required();
    app->add_option("--poses", options->poses,
                    "one pose per line: 12 numbers place B in A's frame, 24 place A, then B; each 9 of the "
                    "rotation by rows, then the translation; # starts a comment")
        ->required();
    app->add_option("--narrow", options->narrow, "one of " + backendNames() + "; " + kParameterHelp);
    app->add_option("--ask", options->ask,
                    "pairs: all; first: one, if any; distance: the closest pair and its distance")
        ->check(CLI::IsMember({"pairs", "first", "distance"}));
    app->add_option("--within", options->queryDistance,
                    "also pairs up to this distance apart, in the meshes' unit");
    app->add_option("--pairs", options->pairs, "file for the sorted pairs and their hash, pose by pose")
        ->check(kWritable);
    app->add_option("--json", options->json, "file for the numbers")->check(kWritable);
    return {app, [options](char**) { return runQuery(*options); }};
}

}  // namespace ricochet::app
