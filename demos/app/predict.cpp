// Predicts when and with what a body that moves along screws will collide in a static world: in one process,
// or on all ranks that mpirun started.

#include "demos/app/commands.h"
#include "demos/app/number_checks.h"
#include "demos/app/output_file.h"
#include "demos/app/predict_answers.h"
#include "demos/app/progress_bar.h"
#include "demos/app/quantiles.h"
#include "demos/app/quantities.h"
#include "demos/app/ranks/end_watch.h"
#include "demos/app/ranks/launched_ranks.h"
#include "demos/app/ranks/shared_answers.h"
#include "demos/app/text_table.h"
#include "demos/mesh_files/read_mesh.h"
#include "plugin/clocks.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

namespace ricochet::app {
namespace {

struct PredictOptions {
    std::string world, body, motions, worldMotions, json;
    std::string method = mktree::predictionMethods().front().name;
    std::optional<std::size_t> random;
    unsigned seed = 1;
    double length = 2;
    double tolerance = 1e-6;
    double cacheMegabytes = 64;
    bool isCold = false, resumes = false;
};

Result<std::vector<BodyMotion>> motionsFor(const PredictOptions& options, const Aabb& world,
                                           const Mesh& body) {
    if (options.motions.empty() != options.random.has_value()) {
        return tl::unexpected(std::string("exactly one of --motions and --random is required"));
    }
    if (!options.random) return readMotions(options.motions);
    return randomMotions(*options.random, options.seed, world, body.box().centre(), options.length);
}

/// World motions: one for each motion of the body, or one for all.
Result<std::vector<BodyMotion>> worldMotionsFor(const PredictOptions& options, std::size_t count) {
    if (options.worldMotions.empty()) return std::vector<BodyMotion>();
    auto motions = readMotions(options.worldMotions);
    if (!motions) return motions;
    if (motions->size() == 1) motions->resize(count, motions->front());
    if (motions->size() != count) {
        return tl::unexpected(options.worldMotions + ": it has " + std::to_string(motions->size()) +
                              " motions for " + std::to_string(count) + " of the body");
    }
    return motions;
}

Result<PredictQuestions> readQuestions(const PredictOptions& options) {
    const auto bytes = static_cast<std::size_t>(options.cacheMegabytes * 1024 * 1024);
    const auto tree = mktree::MkTree::open(options.world, {bytes});
    if (!tree) return tl::unexpected(tree.error());
    const auto mesh = readMesh(options.body);
    if (!mesh) return tl::unexpected(mesh.error());
    const auto motions = motionsFor(options, (*tree)->box(), **mesh);
    if (!motions) return tl::unexpected(motions.error());
    const auto worldMotions = worldMotionsFor(options, motions->size());
    if (!worldMotions) return tl::unexpected(worldMotions.error());
    return PredictQuestions{*tree,
                            *mesh,
                            *motions,
                            *worldMotions,
                            mktree::findPredictionMethod(options.method),
                            options.tolerance};
}

AnswerFile::Settings fileSettings(const PredictOptions& options, const PredictQuestions& questions) {
    return {options.json, fingerprintOf(questions), questions.motions.size(), options.resumes};
}

constexpr std::size_t kShownContacts = 8;

std::string countOfContacts(const AnswerFile& file) {
    const auto& answers = file.answers();
    return std::to_string(std::count_if(answers.begin(), answers.end(), isContact)) + " contacts in " +
           std::to_string(answers.size()) + " motions";
}

/// When, where and with what the first of the motions collide.
void showContacts(const AnswerFile& file) {
    TextTable table = {{"motion", "at time", "x m", "y m", "z m", "triangle", "of", "body's"}};
    std::size_t more = 0;
    for (std::size_t i = 0; i < file.answers().size(); ++i) {
        if (!isContact(file.answers()[i])) continue;
        if (table.size() > kShownContacts) {
            ++more;
            continue;
        }
        const auto answer = nlohmann::ordered_json::parse(file.answers()[i]);
        constexpr std::size_t kLongestPart = 24;  // characters: the table has 100 columns then
        std::string part = answer.at("part").get<std::string>();
        if (part.size() > kLongestPart) part = "..." + part.substr(part.size() - kLongestPart + 3);
        const bool isAtStart = answer.at("starts_in_contact").get<bool>();
        table.push_back(
            {std::to_string(i), isAtStart ? "start" : threeDigits(answer.at("time").get<double>())});
        for (const auto& coordinate : answer.at("point")) {
            table.back().push_back(threeDigits(coordinate.get<double>()));
        }
        for (const std::string& cell :
             {answer.at("triangle").dump(), part, answer.at("body_triangle").dump()}) {
            table.back().push_back(cell);
        }
    }
    if (table.size() > 1) std::cout << aligned(table);
    if (more > 0) std::cout << "and " << countText(more) << " more; --json FILE has all\n";
}

void showCosts(const Forecaster& forecaster, const mktree::MkTree& tree, std::vector<double> times) {
    const Quantiles q = quantilesOf(times);
    const auto count = static_cast<double>(std::max<std::size_t>(times.size(), 1));
    const mktree::CacheStatistics cache = tree.statistics();
    const std::uint64_t leaves = forecaster.counters().slices.leaves + forecaster.counters().paper.candidates;
    const auto time = [](double microseconds) { return timeText(microseconds / 1000); };
    std::cout << "time per motion: mean " << time(q.mean) << ", median " << time(q.median) << ", 99 % below "
              << time(q.p99) << ", max " << time(q.max)
              << "\nleaves visited per motion: " << threeDigits(static_cast<double>(leaves) / count) << " of "
              << countText(tree.directory().leaves.size()) << "; blocks read: " << countText(cache.blocksRead)
              << " of " << countText(tree.directory().blocks) << "; cache: at most "
              << threeDigits(static_cast<double>(cache.maximumBytes) / (1024 * 1024)) << " MB\n";
}

Result<int> runAlone(const PredictOptions& options) {
    const auto questions = readQuestions(options);
    if (!questions) return tl::unexpected(questions.error());
    const auto file = AnswerFile::open(fileSettings(options, *questions));
    if (!file) return tl::unexpected(file.error());
    Forecaster forecaster(*questions);
    std::vector<double> times;
    ProgressBar bar(static_cast<int>(questions->motions.size()), false, "motions");
    const auto good = answerAlone(**file, [&](std::size_t motion) {
        if (options.isCold) questions->tree->clearCache();
        const double begin = threadMicroseconds();
        auto answer = forecaster.answer(motion);
        times.push_back(threadMicroseconds() - begin);
        bar.show(static_cast<int>(times.size()));
        return answer;
    });
    bar.end();
    if (!good) return tl::unexpected(good.error());
    std::cout << countOfContacts(**file) << '\n';
    showContacts(**file);
    showCosts(forecaster, *questions->tree, times);
    return (*file)->finish().map([] { return EXIT_SUCCESS; });
}

// ---- under mpirun

std::string lastWords(AnswerFile& file) {
    const auto missing = file.sayWhatIsMissing();
    return missing ? "the run ended early: " + *missing + "; the same command with --resume answers them"
                   : std::string();
}

/// For other ranks than 0, if rank 0, which owns the file, is gone.
std::string lastWordsFor(const AnswerFile::Settings& settings) {
    const auto file = AnswerFile::openLeft(settings);
    return file ? lastWords(**file) : std::string();
}

Result<int> leadRanks(const PredictOptions& options, RankLink& link, EndWatch& watch) {
    const Result<PredictQuestions> questions =
        options.json.empty()
            ? tl::unexpected(std::string("under mpirun, predict requires --json: a file for all answers"))
            : readQuestions(options);
    const auto file = questions.and_then(
        [&](const PredictQuestions& q) { return AnswerFile::open(fileSettings(options, q)); });
    if (!file) {
        stopOthers(link);
        return tl::unexpected(file.error());
    }
    const double begin = wallMicroseconds();
    watch.begin([&] { return lastWords(**file); });
    Forecaster forecaster(*questions);
    const auto good = answerWithOthers(link, **file, fingerprintOf(*questions),
                                       [&](std::size_t motion) { return forecaster.answer(motion); });
    watch.end();
    if (!good) return tl::unexpected(good.error());
    std::cout << countOfContacts(**file) << " by " << link.count() << " ranks in "
              << timeText(1e-3 * (wallMicroseconds() - begin)) << '\n';
    showContacts(**file);
    return (*file)->finish().map([] { return EXIT_SUCCESS; });
}

Result<int> followRank(const PredictOptions& options, RankLink& link, EndWatch& watch) {
    const auto questions = readQuestions(options);
    if (!questions) {
        answerForOthers(link, {}, {}, questions.error());
        return EXIT_FAILURE;
    }
    const AnswerFile::Settings settings = fileSettings(options, *questions);
    watch.begin([&] { return lastWordsFor(settings); });
    Forecaster forecaster(*questions);
    answerForOthers(link, settings.fingerprint,
                    [&](std::size_t motion) { return forecaster.answer(motion); });
    watch.end();
    return EXIT_SUCCESS;
}

Result<int> runPredict(const PredictOptions& options) {
    if (!wasLaunchedAsRank()) return runAlone(options);
    EndWatch watch;
    const auto link = linkToLaunchedRanks();
    if (!link && !isLaunchedFirst()) return EXIT_FAILURE;
    if (!link) return tl::unexpected(link.error());
    return (*link)->rank() == 0 ? leadRanks(options, **link, watch) : followRank(options, **link, watch);
}

std::string methodHelp() {
    std::string text;
    for (const mktree::PredictionMethod& method : mktree::predictionMethods()) {
        text += (text.empty() ? "" : "; ") + std::string(method.name) + ": " + method.about;
    }
    return text;
}

std::vector<std::string> methodNames() {
    std::vector<std::string> names;
    for (const mktree::PredictionMethod& method : mktree::predictionMethods()) names.push_back(method.name);
    return names;
}

}  // namespace

Subcommand addPredict(CLI::App& program) {
    const auto options = std::make_shared<PredictOptions>();
    CLI::App* app =
        program.add_subcommand("predict", "the first contact of a body along screws in an MKtree");
    app->footer(
        "mpirun -n N ricochet predict ... divides the motions among N processes; the answers are the same.");
    app->add_option("WORLD", options->world, "an MKtree, see ricochet mktree")->required();
    app->add_option("BODY", options->body, "mesh file")->required();
    app->add_option(
        "--motions", options->motions,
        "one motion per line: a point of the axis, its direction, angle (radians), shift (metres); a line of "
        "20 "
        "numbers begins with the body's pose: 9 of the rotation by rows, then the translation; # starts a "
        "comment");
    app->add_option("--random", options->random,
                    "instead of a file: this many random motions throughout the world")
        ->check(kPositive);
    app->add_option("--seed", options->seed, "seed of random motions");
    app->add_option("--length", options->length, "metres: approximate length of random motions")
        ->check(kPositive);
    CLI::Option* const worldMotions =
        app->add_option("--world-motions", options->worldMotions,
                        "motions of the world in the same form, one for each of the body's or one for all");
    app->add_option("--tolerance", options->tolerance,
                    "metres: error bound of the screws that approximate the relative motion")
        ->check(kPositive)
        ->needs(worldMotions);
    app->add_option("--method", options->method, methodHelp())->check(CLI::IsMember(methodNames()));
    CLI::Option* json = app->add_option(
        "--json", options->json,
        "file for the answers, in the order of the motions; until all are complete they are in "
        "FILE.partial");
    if (!wasLaunchedAsRank() || isLaunchedFirst())
        json->check(kWritable);  // the check creates it temporarily
    app->add_flag("--resume", options->resumes, "resumes from FILE.partial of an interrupted run")
        ->needs(json);
    app->add_option("--cache", options->cacheMegabytes, "megabytes of leaves in memory")->check(kNotNegative);
    app->add_flag("--cold", options->isCold, "drops all leaves from memory before each motion");
    return {app, [options](char**) { return runPredict(*options); }};
}

}  // namespace ricochet::app
