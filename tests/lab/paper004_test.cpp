#include "algorithms/spherical_field/samplers.h"
#include "demos/lab/reproduce/paper004_claims.h"

#include <gmock/gmock.h>

namespace ricochet::lab::paper004 {
namespace {

std::unique_ptr<baselines::Baseline> makesNone(const baselines::SharedMesh&, const baselines::SharedMesh&) {
    return nullptr;
}

const baselines::BaselineKind kWide = {"wide-tree", baselines::Answer::exact, makesNone},
                              kObb = {"fcl-obbrss", baselines::Answer::rounded, makesNone},
                              kRapid = {"float-obb", baselines::Answer::roundedToFloat, makesNone},
                              kRays = {"spherical-rays-8", baselines::Answer::other, makesNone},
                              kSpherical = {"spherical-8", baselines::Answer::exact, makesNone};

SweepCell cellOf(Real distance, double microseconds, std::size_t pairs) {
    SweepCell cell = {distance, 1, baselines::Stopwatch({microseconds})};
    cell.pairs = {pairs};
    return cell;
}

SweepCurve curveOf(const baselines::BaselineKind& kind, double microseconds) {
    SweepCurve curve = {&kind, true};
    for (const Real distance : {1.5, 1.25, 1.0, 0.5}) {
        curve.cells.push_back(cellOf(distance, microseconds, distance < 1.25 ? 3 : 0));
    }
    return curve;
}

Measurements antAndSpider(std::vector<SweepCurve> curves) {
    Measurements all;
    all.couples.push_back({&couples().front(), "ant and spider", std::move(curves)});
    return all;
}

Claim claimThatSays(const std::string& words, const Measurements& all) {
    for (const Claim& claim : claimsOf(statements({{"ant", 6667, 1.7, "", nullptr}}), all)) {
        if (claim.quote.says.find(words) != std::string::npos) return claim;
    }
    return notMeasured({}, "no such claim");
}

TEST(Paper004, ClaimsListTheirRequirements) {
    const Measurements all = antAndSpider({curveOf(kWide, 1)});
    EXPECT_EQ(textOf(claimThatSays("ant: 1.7 layers", all)), "not measured: needs the spherical field");
    EXPECT_EQ(textOf(claimThatSays("better than OBBs (our boxes)", all)),
              "not measured: needs frames in contact at these distances");
    EXPECT_EQ(claimThatSays("few collision", all).measured, "1 of 3 frames have a contact");
}

TEST(Paper004, ClaimsAreCheckedWhereTheyWereMeasured) {
    const std::string better = "better than OBBs (our boxes)";
    Measurements all = antAndSpider({curveOf(kWide, 1), curveOf(kRapid, 10), curveOf(kSpherical, 5)});
    EXPECT_EQ(claimThatSays(better, all).measured, "0.5 to 0.5 times the OBB tree as in RAPID");
    EXPECT_EQ(claimThatSays(better, all).holds, Holds::yes);
    all.couples[0].curves[2] = curveOf(kSpherical, 20);
    EXPECT_EQ(claimThatSays(better, all).holds, Holds::no);
    all.couples[0].curves[2] = curveOf(kRays, 30);
    EXPECT_EQ(claimThatSays("better than OBBs (the paper's own run)", all).measured,
              "3 to 3 times the OBB tree as in RAPID");
    all.layersPerShell["ant"] = {1.64, 1.2};
    EXPECT_EQ(claimThatSays("ant: 1.7", all).measured, "1.64 by hits along a ray, 1.2 by gaps");
    EXPECT_EQ(claimThatSays("ant: 1.7", all).holds, Holds::yes);
    all.layersPerShell["ant"] = {3.4, 1.7};
    EXPECT_EQ(textOf(claimThatSays("ant: 1.7", all)), "explained: the paper's mesh is not available");
}

TEST(Paper004, SpeedIsComparedInFramesInContactOnly) {
    SweepCurve wide = {&kWide, true}, field = {&kSpherical, true};
    wide.cells.push_back({1.0, 1, baselines::Stopwatch({1.0, 1.0, 1.0})});
    wide.cells.back().pairs = {0, 7, 0};
    field.cells.push_back({1.0, 1, baselines::Stopwatch({90.0, 5.0, 70.0})});
    field.cells.back().pairs = {0, 7, 0};
    const Measurements all = antAndSpider({wide, field});
    EXPECT_EQ(all.medianUsInContact("ant-spider", "spherical-8", 1), 5);
    EXPECT_EQ(all.medianUs("ant-spider", "spherical-8", 1), 70);
    EXPECT_FALSE(all.medianUsInContact("ant-spider", "dop-tree", 1));
}

TEST(Paper004, PairsThatMayBeLostAreNoContradiction) {
    Measurements all = antAndSpider({curveOf(kWide, 1), curveOf(kRays, 10)});
    EXPECT_EQ(claimThatSays("report all triangle pairs", all).measured, "the same pairs in 4 of 4 series");
}

TEST(Paper004, ContradictionsRefuteTheClaimOfAllPairs) {
    Measurements all = antAndSpider({curveOf(kWide, 1), curveOf(kObb, 10)});
    EXPECT_EQ(claimThatSays("report all triangle pairs", all).holds, Holds::yes);
    all.couples[0].curves[1].cells[3].contradiction = "2 pairs instead of 3 in all frames";
    EXPECT_EQ(claimThatSays("report all triangle pairs", all).holds, Holds::no);
    EXPECT_EQ(rowsOf(all).back().back(), "2 pairs instead of 3 in all frames");
}

TEST(Paper004, RowSaysThatALibraryWasNotInstalled) {
    const Measurements all = antAndSpider({curveOf(kWide, 1), {&kObb, false}});
    const auto row = rowsOf(all).back();
    EXPECT_EQ(row[2], "fcl-obbrss");
    EXPECT_EQ(row.back(), "not installed when this program was built");
    EXPECT_EQ(row.size(), rowsOf(all).front().size());
    EXPECT_EQ(tableOf(all.couples[0])[1].back(), "-");
    EXPECT_EQ(chartOf(all.couples[0]).curves.size(), 1u);
    EXPECT_EQ(chartOf(all.couples[0], Charts::papersRun).curves.size(), 1u);
}

TEST(Paper004, LabelledAndProceduralModelsFillTheUnitBox) {
    const auto all = models();
    ASSERT_TRUE(all) << all.error();
    ASSERT_EQ(all->size(), 6u);
    for (const CollisionModel& model : *all) {
        EXPECT_NEAR(model.mesh->box().size().maxCoeff(), 1, 1e-12) << model.name;
        EXPECT_NEAR(model.mesh->box().centre().norm(), 0, 1e-12) << model.name;
        EXPECT_NEAR(model.mesh->faceCount() / static_cast<Real>(model.paperTriangles), 1, 0.2) << model.name;
    }
}

/// The mesh's layers along rays, 16 x 16, beside the paper's.
TEST(Paper004, LibertyAndPisaHaveThePapersLayers) {
    const auto all = models();
    ASSERT_TRUE(all) << all.error();
    for (const CollisionModel& model : {(*all)[4], (*all)[5]}) {
        const auto field = spherical_field::buildField(*model.mesh, {.level = 4});
        EXPECT_NEAR(spherical_field::layersByHits(*model.mesh, field), model.paperLayers, 0.3) << model.name;
    }
}

TEST(Paper004, EveryContestantIsABaseline) {
    for (const Contestant& contestant : contestants()) {
        EXPECT_STREQ(baselines::baselineNamed(contestant.baseline).name, contestant.baseline);
    }
}

}  // namespace
}  // namespace ricochet::lab::paper004
