#include "demos/app/quantiles.h"
#include "demos/app/text_table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numeric>

namespace ricochet::app {
namespace {

TEST(Quantiles, AreMeasurementsByNearestRank) {
    std::vector<double> values(200);
    std::iota(values.rbegin(), values.rend(), 1);
    const Quantiles quantiles = quantilesOf(values);
    EXPECT_EQ(quantiles.median, 100);
    EXPECT_EQ(quantiles.p99, 198);
    EXPECT_EQ(quantiles.max, 200);
}

TEST(Quantiles, HandleOneMeasurementAndNone) {
    EXPECT_EQ(quantilesOf({7}).median, 7);
    EXPECT_EQ(quantilesOf({7}).p99, 7);
    EXPECT_EQ(quantilesOf({}).max, 0);
}

TEST(TextTable, AlignsItsColumns) {
    EXPECT_EQ(aligned({{"name", "ms"}, {"a", "12.5"}, {"long name", "-"}}),
              "name         ms\n"
              "a          12.5\n"
              "long name     -\n");
}

TEST(TextTable, AlignsLeftOnRequest) {
    EXPECT_EQ(aligned({{"name", "ms", "note"}, {"a", "12.5", "-"}}, Alignment::left),
              "name  ms    note\n"
              "a     12.5  -\n");
}

TEST(TextTable, WritesCsv) {
    EXPECT_EQ(commaSeparated({{"name", "ms"}, {"a", "1"}, {"b, c", "2"}}), "name,ms\na,1\n\"b, c\",2\n");
}

TEST(TextTable, TurnsValuesIntoCells) {
    EXPECT_EQ(textOf(nullptr), "-");
    EXPECT_EQ(textOf("word"), "word");
    EXPECT_EQ(textOf(143690), "143690");
    EXPECT_EQ(textOf(0.123456), "0.1235");
}

}  // namespace
}  // namespace ricochet::app
