#include "demos/app/simulation.h"

#include "demos/app/body_state.h"
#include "demos/app/broad_phases.h"
#include "tests/app/program_outcome.h"
#include "tests/app/scene_report.h"
#include "tests/support/build_kind.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::app {
namespace {

using test::kIsSlowBuild;
using testing::AllOf;
using testing::HasSubstr;

RunOptions quick(const std::string& narrow = "face-octree") {
    RunOptions options;
    options.scene = "drop";
    options.narrow = narrow;
    options.stockSolver = true;
    options.steps = 60;  // the first bodies have arrived in the bowl
    options.penetrationEvery = 0;
    return options;
}

std::string hashOf(const RunOptions& options) { return reportOf(options)["state_hash"]; }

TEST(Simulation, GivesTheSameStateInTwoRunsAndForAnyNumberOfThreads) {
    RunOptions options = quick();
    const auto report = reportOf(options);
    const std::string hash = report["state_hash"];
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_GT(report["contacts_mean"], 1);
    EXPECT_EQ(hashOf(options), hash);
    options.threads = 2;
    const auto threaded = reportOf(options);
    EXPECT_EQ(threaded["state_hash"], hash);
    EXPECT_GT(threaded["ahead_pairs"], 0);
    EXPECT_EQ(report["ahead_pairs"], 0);
}

TEST(Simulation, IsSolvedBySmallStepsUnlessAnOptionIsOfBulletsSolvers) {
    RunOptions options;
    EXPECT_EQ(options.solverName(), "small-steps");
    options.iterations = 50;
    EXPECT_EQ(options.solverName(), "sequential");
    options.solver = "nncg";
    EXPECT_EQ(options.solverName(), "nncg");
    options = quick();
    options.steps = 1;
    EXPECT_EQ(reportOf(options)["solver"], "sequential");
    options.stockSolver = false;
    EXPECT_EQ(reportOf(options)["solver"], "small-steps");
}

TEST(Simulation, NoBulletLeavesItsRoom) {
    RunOptions options = quick("wide-tree");
    options.scene = "bullets";
    options.steps = kIsSlowBuild ? 4 : 20;
    for (const bool isSwept : {true, false}) {
        for (const char* solver : {"sequential", "small-steps"}) {
            if (kIsSlowBuild && !isSwept) continue;
            options.isSwept = isSwept;
            options.solver = solver;
            EXPECT_EQ(reportOf(options)["bodies_lost"], 0) << solver << isSwept;
        }
    }
}

TEST(Simulation, DependsOnTheSeed) {
    RunOptions options = quick();
    options.steps = 0;
    const std::string hash = hashOf(options);
    options.seed = 2;
    EXPECT_NE(hashOf(options), hash);
}

TEST(Simulation, ATorpedoComesToRestOnItsRollersWithEitherTree) {
    std::string hash;
    for (const char* narrow : {"wide-tree", "obb-tree"}) {
        RunOptions options = quick(narrow);
        options.scene = "torpedo";
        options.sleep = "off";
        options.steps = kIsSlowBuild ? 30 : 120;
        const auto report = reportOf(options);
        EXPECT_EQ(report["bodies_lost"], 0);
        EXPECT_GT(report["contacts_mean"], 5);
        EXPECT_LT(report["max_penetration"], 1e-3);
        if (hash.empty()) hash = report["state_hash"];
        EXPECT_EQ(report["state_hash"], hash);
        // The bodies have 1,600 kg: 2.5 cm/s.
        if (!kIsSlowBuild) {
            EXPECT_LT(report["kinetic_energy_end"], 0.5);
        }
    }
}

TEST(Simulation, RunsWithEveryNarrowPhase) {
    std::vector<std::string> names = {"stock?depth=minkowski", "stock?depth=sat"};
    for (const std::string& name : rowNames(simulationNarrowPhases())) names.push_back(name);
    for (const std::string& name : names) {
        RunOptions options = quick(name);
        options.scene = "tori-stack";  // of one shape, which is soon decomposed
        options.steps = 2;
        EXPECT_EQ(hashOf(options).size(), 16u) << name;
    }
}

TEST(Simulation, RunsWithEveryBroadPhase) {
    std::vector<std::string> names = {"sweep-and-prune?sweep=from-scratch",
                                      "sweep-and-prune?sweep=lists",
                                      "sweep-and-prune?boxes=fixed&threads=2",
                                      "sweep-and-prune?sweep=lists&boxes=fixed",
                                      "dbvt?deferred=on",
                                      "axis-sweep3?bits=32"};
    for (const std::string& name : rowNames(broadPhases())) names.push_back(name);
    for (const std::string& name : names) {
        RunOptions options = quick();
        options.broad = name;
        options.steps = 2;
        EXPECT_EQ(hashOf(options).size(), 16u) << name;
    }
}

/// Pairs come in another order than with dynamic boxes, as with every broad phase, so the state is another.
TEST(Simulation, NoBodyIsLostWithFixedBoxes) {
    RunOptions options = quick("wide-tree");
    options.broad = "sweep-and-prune?boxes=fixed";
    options.steps = kIsSlowBuild ? 60 : 200;
    const auto report = reportOf(options);
    EXPECT_GT(report["contacts_mean"], 1);
    EXPECT_LT(report["max_penetration"], 0.01);
    EXPECT_EQ(report["bodies_lost"], 0);
}

TEST(Simulation, TheUserChoosesTheNumberOfBodies) {
    RunOptions options = quick();
    options.steps = 2;
    for (const char* scene : {"parts-feeder", "primitives", "cloud"}) {
        options.scene = scene;
        options.bodies = 30;
        const int ground = options.scene == "cloud" ? 0 : 1;
        EXPECT_EQ(reportOf(options)["bodies"], 30 + ground) << scene;
    }
}

TEST(Simulation, TheUserChoosesTheSizeOfAScalableGround) {
    RunOptions options = quick();
    options.steps = 2;
    options.triangles = 20'000;
    // A terrain is drawn as a slab, which has a lower side, too.
    for (const auto& [scene, sides] : {std::pair("level", 1), std::pair("terrain", 2)}) {
        options.scene = scene;
        options.bodies = 5;
        const auto triangles = reportOf(options)["triangles"].get<double>();
        EXPECT_GT(triangles, 10'000 * sides) << scene;
        EXPECT_LT(triangles, 40'000 * sides) << scene;
    }
    options.scene = "drop";
    EXPECT_EQ(Simulation::create(options).error(), "the ground of the scene 'drop' has a fixed size");
}

TEST(Simulation, UnknownNamesListTheKnownOnes) {
    const auto errorOf = [](auto change) {
        RunOptions options = quick();
        change(options);
        return Simulation::create(options).error();
    };
    EXPECT_THAT(errorOf([](RunOptions& o) { o.scene = "moon"; }),
                HasSubstr("there is no scene 'moon'; the nearest are '"));
    EXPECT_THAT(errorOf([](RunOptions& o) { o.narrow = "magic"; }),
                AllOf(HasSubstr("There is no narrow phase 'magic'; there are "), HasSubstr("gimpact")));
    EXPECT_THAT(errorOf([](RunOptions& o) { o.broad = "magic"; }),
                HasSubstr("there are dbvt, sweep-and-prune, "));
    EXPECT_EQ(
        errorOf([](RunOptions& o) { o.broad = "dbvt?boxes=fixed"; }),
        "The parameter 'boxes' belongs to sweep-and-prune: dbvt has deferred; the nearest is 'deferred'.");
    EXPECT_EQ(errorOf([](RunOptions& o) { o.broad = "sweep-and-prune?boxes=fxed"; }),
              "'boxes' of sweep-and-prune must be dynamic or fixed, not 'fxed'; the nearest is fixed.");
    EXPECT_THAT(errorOf([](RunOptions& o) { o.broad = "sweep-and-prune?box=fixed"; }),
                HasSubstr("the nearest is 'boxes'"));
    EXPECT_THAT(errorOf([](RunOptions& o) { o.variant = "huge"; }),
                AllOf(HasSubstr("the scene 'drop' has no variant 'huge'"), HasSubstr("thin")));
    EXPECT_THAT(errorOf([](RunOptions& o) {
                    o.scene = "gears";
                    o.variant = "";
                    o.bodies = 10;
                }),
                HasSubstr("the scene 'gears' has a fixed number of bodies"));
    EXPECT_THAT(errorOf([](RunOptions& o) {
                    o.scene = "cloud";
                    o.broad = "axis-sweep3";
                    o.bodies = 20000;
                }),
                HasSubstr("takes fewer than 16384 bodies"));
}

TEST(Simulation, BadNumbersAndFilesAreRefusedBeforeAStepIsTaken) {
    const struct {
        std::vector<std::string> words;
        std::string message;
    } cases[] = {
        {{"--hz", "inf"}, "--hz: must be above zero, not 'inf'"},
        {{"--noise", "nan"}, "--noise: must be zero or above, not 'nan'"},
        {{"--moving", "nan"}, "--moving: must be from 0 to 1, not 'nan'"},
        {{"--moving", "1.5"}, "--moving: must be from 0 to 1, not '1.5'"},
        {{"--pair-budget", "0"}, "--pair-budget: must be above zero, not '0'"},
        {{"--threads", "1025"}, "Settings::threads must be from 1 to 1024."},
        {{"--json", "no/such/folder"}, "--json: no/such/folder: the file cannot be written"},
    };
    for (const auto& [words, message] : cases) {
        std::vector<std::string> arguments = {"run", "slide", "--steps", "1"};
        arguments.insert(arguments.end(), words.begin(), words.end());
        const Outcome outcome = runWith(arguments);
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(outcome.error, "ricochet: " + message + "\n");
    }
}

TEST(Recorder, ReportsTheRunsOptions) {
    RunOptions options = quick();
    options.penetrationEvery = 10;
    const auto report = reportOf(options);
    EXPECT_EQ(report["scene"], "drop");
    EXPECT_EQ(report["narrow"], "face-octree");
    EXPECT_EQ(report["broad"], "dbvt");
    EXPECT_EQ(report["steps"], 60);
    for (const char* name : {"detection_ms", "step_ms"}) {
        EXPECT_LE(report[name]["median"], report[name]["p99"]) << name;
        EXPECT_LE(report[name]["p99"], report[name]["max"]) << name;
        EXPECT_GT(report[name]["median"], 0) << name;
    }
    for (const char* name :
         {"triangles", "face_pairs", "candidate_pairs", "box_tests", "triangle_tests", "coarse_pairs",
          "evaluated_pairs", "updated_pairs", "repeated_pairs", "contacts_mean", "max_penetration",
          "kinetic_energy_end", "bodies_lost", "lost_through", "lost_over"}) {
        EXPECT_TRUE(report[name].is_number()) << name;
    }
}

TEST(Recorder, MeasuresDepthAtTheEndOrNever) {
    RunOptions options = quick();
    options.penetrationEvery = 0;
    EXPECT_TRUE(reportOf(options)["max_penetration"].is_number());
    options.penetrationEvery = -1;
    EXPECT_TRUE(reportOf(options)["max_penetration"].is_null());
}

TEST(Recorder, ATightPairBudgetHasCoarsePairs) {
    for (const char* budget : {"1", "1000000000"}) {
        RunOptions options = quick();
        options.scene = "drop";
        options.steps = 60;
        options.pairBudget = std::stoi(budget);
        const auto report = reportOf(options);
        EXPECT_EQ(report["pair_budget"], options.pairBudget);
        EXPECT_EQ(report["coarse_pairs"] > 0, options.pairBudget == 1);
    }
}

TEST(Recorder, HasNoFacePairsForOtherBackends) {
    const auto report = reportOf(quick("gimpact"));
    EXPECT_TRUE(report["face_pairs"].is_null());
    EXPECT_TRUE(report["box_tests"].is_null());
    EXPECT_TRUE(report["contacts_mean"].is_number());
}

TEST(Recorder, CountsBodiesThatFallThrough) {
    RunOptions options = quick("stock");
    options.steps = 400;
    const auto report = reportOf(options);
    EXPECT_EQ(report["bodies_lost"], 30);
    EXPECT_EQ(report["lost_through"], 30);
}

}  // namespace
}  // namespace ricochet::app
