#include "tests/lab/lab_outcome.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace ricochet::lab {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

std::string tableOf(const std::vector<std::string>& arguments) {
    std::vector<std::string> line = {"laws"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const Outcome outcome = runLab(line);
    // The program fails if a law is broken.
    EXPECT_EQ(outcome.exitCode, outcome.out.find(" broken\n") != std::string::npos) << outcome.error;
    return outcome.out;
}

TEST(AnalyticScenes, ABlockSlidesByCoulombsLaw) {
    EXPECT_THAT(tableOf({"slope", "--stock-solver"}), HasSubstr("obeyed 2 of 2\n"));
}

/// Each torus of a cradle strikes the next one with four corners at once.
TEST(AnalyticScenes, ToriInARowPassOnTheirSpeed) {
    for (const auto& [law, obeyed] :
         {std::pair{"cradle apart", "obeyed 2 of 2\n"}, std::pair{"cradle touching", "obeyed 3 of 3\n"}}) {
        for (const char* hz : {"60", "240"}) {
            EXPECT_THAT(tableOf({law, "--hz", hz}), HasSubstr(obeyed)) << hz;
            for (const char* iterations : {"10", "15", "100"}) {
                EXPECT_THAT(tableOf({law, "--stock-solver", "--hz", hz, "--iterations", iterations}),
                            HasSubstr(obeyed))
                    << hz << " " << iterations;
            }
        }
    }
}

/// Their faces are triangles that point in opposite directions: they turn a little.
TEST(AnalyticScenes, SpheresInARowPassOnMostOfTheirSpeed) {
    for (const char* solver : {"sequential", "small-steps"}) {
        EXPECT_THAT(tableOf({"cradle spheres-apart", "--solver", solver}),
                    ContainsRegex("last_speed_m_per_s +(0.99[89][0-9]*|1) "))
            << solver;
    }
    EXPECT_THAT(tableOf({"cradle spheres-touching", "--solver", "small-steps"}),
                HasSubstr("obeyed 3 of 3\n"));
}

TEST(AnalyticScenes, ACoinRollsOnItsEdgeUntilItLies) {
    EXPECT_THAT(tableOf({"coin", "--solver", "small-steps"}), HasSubstr("obeyed 2 of 2\n"));
}

/// It falls off from the law's own height: the corners of its faces take some of its energy.
TEST(AnalyticScenes, ABallStaysInALoopIfItStartsAboveTheLawsHeight) {
    EXPECT_THAT(tableOf({"loop", "--solver", "small-steps"}),
                ContainsRegex("least_start_m +1.4[0-9]* +1.35"));
}

TEST(AnalyticScenes, ASmallSphereRollsFarLikeThePolyhedronOfItsFaces) {
    EXPECT_THAT(tableOf({"rolling-far 10cm-5120-15", "--solver", "small-steps"}),
                ContainsRegex(" as_a_polyhedron_m_per_s2 [^\n]* obeyed"));
}

TEST(AnalyticScenes, AWheelThatTurnsByHalfATurnInAStepStaysOnItsFloor) {
    EXPECT_THAT(tableOf({"spin 200", "--solver", "small-steps"}), HasSubstr("obeyed 2 of 2\n"));
}

TEST(AnalyticScenes, PegsFallPastAChamfer) {
    for (const char* friction : {"0", "0.1"}) {
        const std::string table = tableOf({"peg-above round-1", "--solver", "small-steps", "--hz", "240",
                                           "--seeds", "3", "--friction", friction});
        EXPECT_THAT(table, ContainsRegex(" in [^\n]* obeyed")) << friction;
        EXPECT_THAT(table, ContainsRegex(" free_fall [^\n]* obeyed")) << friction;
    }
}

TEST(AnalyticScenes, ARingOnARodGainsNoEnergy) {
    for (const char* hz : {"60", "240"}) {
        EXPECT_THAT(tableOf({"ring-on-rod 64", "--stock-solver", "--hz", hz}),
                    ContainsRegex("energy_gain [^\n]* obeyed"))
            << hz;
        EXPECT_THAT(tableOf({"ring-on-rod 512", "--stock-solver", "--hz", hz}),
                    ContainsRegex("energy_gain [^\n]* obeyed"))
            << hz;
    }
}

/// Friction anchors hold bodies that do not slip, and do not push.
TEST(AnalyticScenes, ATunedRingGainsNoEnergyEither) {
    for (const char* hz : {"60", "240"}) {
        EXPECT_THAT(tableOf({"ring-on-rod 64", "--hz", hz}), ContainsRegex("energy_gain [^\n]* obeyed"))
            << hz;
    }
}

TEST(AnalyticScenes, PegsFallFreelyIntoTheirHoles) {
    for (const char* peg : {"round-0.3", "square-0.1", "key-0.3"}) {
        const std::string table = tableOf({peg, "--stock-solver", "--seeds", "3"});
        EXPECT_THAT(table, ContainsRegex(" in [^\n]* obeyed")) << peg;
        EXPECT_THAT(table, ContainsRegex(" free_fall [^\n]* obeyed")) << peg;
    }
}

TEST(AnalyticScenes, ASphereRollsLikeThePolyhedronOfItsFaces) {
    EXPECT_THAT(tableOf({"rolling-sphere 5120-30", "--stock-solver", "--hz", "240"}),
                ContainsRegex(" as_a_polyhedron_m_per_s2 [^\n]* obeyed"));
}

TEST(AnalyticScenes, PegsThatHitTheFloorStayLessThanAGapDeep) {
    for (const char* peg : {"square-1", "square-0.3", "key-1"}) {
        EXPECT_THAT(tableOf({peg, "--seeds", "3"}), ContainsRegex(" deepest_gaps [^\n]* obeyed")) << peg;
    }
}

TEST(AnalyticScenes, BodiesSlideOverSeamsAsOverOneSlab) {
    EXPECT_THAT(tableOf({"seams bodies", "--hz", "60,240"}), HasSubstr("obeyed 12 of 12\n"));
    EXPECT_THAT(tableOf({"seams mesh", "--hz", "60,240"}), HasSubstr("obeyed 12 of 12\n"));
    EXPECT_THAT(tableOf({"seams compound-cube", "--stock-solver"}), HasSubstr("obeyed 2 of 2\n"));
}

TEST(AnalyticScenes, BeamsFallIntoNotches) {
    EXPECT_THAT(tableOf({"notch", "--hz", "60,240", "--seeds", "3"}), HasSubstr("obeyed 12 of 12\n"));
}

/// Anchors hold no more than friction may, and as much.
TEST(AnalyticScenes, FingersRaiseWhatFrictionCarriesAndSlipAlongTheRest) {
    EXPECT_THAT(tableOf({"gripper", "--hz", "60,240"}), HasSubstr("obeyed 16 of 16\n"));
    EXPECT_THAT(tableOf({"gripper", "--stock-solver"}), HasSubstr("obeyed 8 of 8\n"));
}

TEST(AnalyticScenes, TwoNestedCupsRestAtTheirPitch) {
    EXPECT_THAT(tableOf({"cups 2"}), HasSubstr("obeyed 1 of 1\n"));
}

/// A scene that breaks its law is reported.
TEST(AnalyticScenes, StockLosesThePegAndTheTableSaysSo) {
    EXPECT_THAT(tableOf({"key-0.1", "--stock-solver", "--narrow", "gimpact"}), HasSubstr("broken"));
}

TEST(AnalyticScenes, AnswersBadInputWithOneSentence) {
    const auto errorOf = [](const std::vector<std::string>& arguments) {
        const Outcome outcome = runLab(arguments);
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
        return outcome.error;
    };
    EXPECT_THAT(errorOf({"laws", "perpetual-motion"}),
                HasSubstr("no law has 'perpetual-motion' in its name"));
    EXPECT_THAT(errorOf({"laws", "slope", "--hz", "0"}), HasSubstr("--hz"));
    EXPECT_THAT(errorOf({"laws", "slope", "--friction", "-1"}), HasSubstr("--friction"));
    EXPECT_THAT(errorOf({"laws", "slope", "--narrow", "none"}), HasSubstr("There is no narrow phase 'none'"));
}

}  // namespace
}  // namespace ricochet::lab
