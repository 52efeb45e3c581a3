#include "demos/lab/reproduce/line_chart.h"

#include "demos/lab/reproduce/chart_scale.h"
#include "tests/lab/well_formed_xml.h"

#include <gmock/gmock.h>

namespace ricochet::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> labelsOf(const ChartScale& scale) {
    std::vector<std::string> labels;
    for (const Tick& tick : scale.ticks()) {
        if (!tick.label.empty()) labels.push_back(tick.label);
    }
    return labels;
}

std::size_t timesIn(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
    return times;
}

TEST(ChartScale, LinearScalesEndAtRoundNumbers) {
    const ChartScale scale({0, 1.5, 0.75}, false, 100, 400);
    EXPECT_THAT(labelsOf(scale), ElementsAre("0", "0.25", "0.5", "0.75", "1", "1.25", "1.5"));
    EXPECT_DOUBLE_EQ(scale.pixelOf(0), 100);
    EXPECT_DOUBLE_EQ(scale.pixelOf(0.75), 250);
    EXPECT_DOUBLE_EQ(scale.pixelOf(1.5), 400);
}

TEST(ChartScale, LogarithmicScalesEndAtDecades) {
    const ChartScale scale({0.3, 2000, 0}, true, 500, 0);
    EXPECT_THAT(labelsOf(scale), ElementsAre("0.1", "1", "10", "100", "1\u2009000", "10\u2009000"));
    EXPECT_DOUBLE_EQ(scale.pixelOf(0.1), 500);
    EXPECT_DOUBLE_EQ(scale.pixelOf(10), 300);
    EXPECT_FALSE(scale.covers(0));
}

TEST(ChartScale, OfOneValueOrNoneHasAnExtent) {
    EXPECT_NE(ChartScale({1}, true, 0, 100).pixelOf(10), ChartScale({1}, true, 0, 100).pixelOf(1));
    EXPECT_FALSE(ChartScale({}, false, 0, 100).ticks().empty());
}

LineChart chart() {
    LineChart chart = {"Ant & spider", "<quick>", {"distance"}, {"time", true}};
    chart.curves = {{"low", 0, 0, {{0, 1}, {1, 2}}}, {"high", 1, 1, {{0, 50}, {1, 0}}}, {"empty", 2, 0, {}}};
    return chart;
}

TEST(LineChart, IsWellFormed) {
    const std::string svg = svgOf(chart());
    EXPECT_TRUE(isWellFormedXml(svg)) << svg;
    EXPECT_THAT(svg, HasSubstr("Ant &amp; spider"));
    EXPECT_THAT(svg, HasSubstr("&lt;quick&gt;"));
    EXPECT_EQ(timesIn(svg, "<polyline"), 3u);
}

TEST(LineChart, LegendFollowsTheCurvesLeftEnds) {
    const std::string svg = svgOf(chart());
    EXPECT_LT(svg.find(">high<"), svg.find(">low<"));
}

TEST(LineChart, OmitsPointsThatALogarithmicAxisCannotShow) {
    const std::string svg = svgOf(chart());
    EXPECT_EQ(timesIn(svg, "nan") + timesIn(svg, "inf"), 0u);
}

TEST(WellFormedXml, DistinguishesGoodFromBad) {
    EXPECT_TRUE(isWellFormedXml("<a b=\"c\"><d/>e &amp; f</a>\n"));
    for (const char* bad : {"", "words", "<a>", "<a></b>", "<a b=c/>", "<a/><b/>", "<a>&</a>", "<a><</a>"}) {
        EXPECT_FALSE(isWellFormedXml(bad)) << bad;
    }
}

}  // namespace
}  // namespace ricochet::lab
