#include "demos/app/reproduce/paper004_statements.h"

#include <gmock/gmock.h>

namespace ricochet::app::paper004 {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<peers::Peer> makesNone(const peers::SharedMesh&, const peers::SharedMesh&) { return nullptr; }

const peers::PeerKind kWide = {"wide-tree", peers::Answer::exact, makesNone},
                      kObb = {"fcl-obbrss", peers::Answer::rounded, makesNone},
                      kSpherical = {"spherical-8", peers::Answer::exact, makesNone};

SweepCell cellOf(Real distance, double microseconds, std::size_t pairs) {
    SweepCell cell = {distance, 1, peers::Stopwatch({microseconds})};
    cell.pairs = {pairs};
    return cell;
}

SweepCurve curveOf(const peers::PeerKind& kind, double microseconds) {
    SweepCurve curve = {&kind, true};
    for (const Real distance : {1.5, 1.25, 1.0, 0.5}) {
        curve.cells.push_back(cellOf(distance, microseconds, distance < 1 ? 3 : 0));
    }
    return curve;
}

Measurements antAndSpider(std::vector<SweepCurve> curves) {
    Measurements all;
    all.couples.push_back({&couples().front(), "ant and spider", std::move(curves)});
    return all;
}

std::vector<std::string> rowThatSays(const std::string& words, const Measurements& all) {
    for (const auto& row : tableOf(statements({{"ant", 6667, 1.7, "", nullptr}}), all)) {
        if (row[0].find(words) != std::string::npos) return row;
    }
    return {};
}

TEST(Paper004, StatementsListTheirRequirements) {
    const Measurements all = antAndSpider({curveOf(kWide, 1)});
    EXPECT_THAT(rowThatSays("ant: 1.7 layers", all), Contains("not measured: needs the spherical field"));
    EXPECT_THAT(rowThatSays("better than OBBs", all),
                Contains("not measured: needs the spherical field and FCL"));
    EXPECT_EQ(rowThatSays("few collision", all)[1], "0 of 3 frames have a contact");
}

TEST(Paper004, StatementsAreCheckedWhereTheyWereMeasured) {
    Measurements all = antAndSpider({curveOf(kWide, 1), curveOf(kObb, 10), curveOf(kSpherical, 5)});
    EXPECT_THAT(rowThatSays("better than OBBs", all),
                ElementsAre(HasSubstr("OBB"), "0.5 to 0.5 times FCL's OBBs", "yes"));
    all.couples[0].curves[2] = curveOf(kSpherical, 20);
    EXPECT_EQ(rowThatSays("better than OBBs", all)[2], "no");
    all.layersPerShell["ant"] = {1.64, 1.2};
    EXPECT_THAT(rowThatSays("ant: 1.7", all),
                ElementsAre(HasSubstr("ant"), "1.64 by hits along a ray, 1.2 by gaps", "-"));
}

TEST(Paper004, ContradictionsRefuteTheStatementOfAllPairs) {
    Measurements all = antAndSpider({curveOf(kWide, 1), curveOf(kObb, 10)});
    EXPECT_THAT(rowThatSays("report all triangle pairs", all), Contains("yes"));
    all.couples[0].curves[1].cells[3].contradiction = "2 pairs instead of 3 in all frames";
    EXPECT_THAT(rowThatSays("report all triangle pairs", all), Contains("no"));
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
}

TEST(Paper004, LabelledAndProceduralModelsFillTheUnitBox) {
    const auto all = models();
    ASSERT_TRUE(all) << all.error();
    ASSERT_EQ(all->size(), 6u);
    for (const Model& model : *all) {
        EXPECT_NEAR(model.mesh->box().size().maxCoeff(), 1, 1e-12) << model.name;
        EXPECT_NEAR(model.mesh->box().centre().norm(), 0, 1e-12) << model.name;
        EXPECT_NEAR(model.mesh->faceCount() / static_cast<Real>(model.paperTriangles), 1, 0.2) << model.name;
    }
}

TEST(Paper004, EveryContestantIsAPeer) {
    for (const Contestant& contestant : contestants()) {
        EXPECT_STREQ(peers::peerNamed(contestant.peer).name, contestant.peer);
    }
}

}  // namespace
}  // namespace ricochet::app::paper004
