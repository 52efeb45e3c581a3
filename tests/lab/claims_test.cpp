#include "demos/lab/reproduce/claims.h"

#include "demos/lab/reproduce/report.h"

#include <gmock/gmock.h>

namespace ricochet::lab {
namespace {

using testing::ElementsAre;

const Quote kQuote = {"table 3", "6.5 % at most", "at most 6.5 %"};

TEST(Claims, HoldOrNot) {
    EXPECT_EQ(textOf(checked(kQuote, "1.4 %", true)), "yes");
    EXPECT_EQ(textOf(checked(kQuote, "7 %", false)), "no");
}

TEST(Claims, AReasonExplainsOnlyWhatDoesNotHold) {
    EXPECT_EQ(textOf(checked(kQuote, "7 %", false, "other models")), "explained: other models");
    EXPECT_EQ(textOf(checked(kQuote, "1.4 %", true, "other models")), "yes");
}

TEST(Claims, TheReasonOfWhatWasNotMeasuredIsNamed) {
    EXPECT_EQ(textOf(notMeasured(kQuote, "needs OpenGL")), "not measured: needs OpenGL");
}

TEST(Claims, AllHaveOneForm) {
    const auto table = tableOf({checked(kQuote, "1.4 %", true)});
    EXPECT_THAT(table, ElementsAre(ElementsAre("section", "paper says", "required", "measured", "holds?"),
                                   ElementsAre("table 3", "6.5 % at most", "at most 6.5 %", "1.4 %", "yes")));
}

TEST(Claims, TheReportEntersItsPaperAndCounts) {
    auto report = Report::create("paper003", "");
    ASSERT_TRUE(report);
    report->add({checked(kQuote, "1.4 %", true), checked(kQuote, "7 %", false)});
    report->add(notMeasured(kQuote, "needs OpenGL"));
    EXPECT_EQ(tableWithPapers(report->claims())[3][0], "paper003");
    EXPECT_EQ(summary(report->claims()), "3 claims: 1 hold, 1 do not, 0 explained, 1 not measured");
}

TEST(Claims, AQuickRunDoesNotDecideThoseAboutTimes) {
    auto report = Report::create("paper003", "", /*isQuick*/ true);
    ASSERT_TRUE(report);
    report->add({timed(kQuote, "7 ms", false), checked(kQuote, "7 %", false)});
    EXPECT_EQ(textOf(report->claims()[0]), "not measured: a quick run is too short for times");
    EXPECT_EQ(report->claims()[0].measured, "7 ms");
    EXPECT_EQ(textOf(report->claims()[1]), "no");
}

}  // namespace
}  // namespace ricochet::lab
