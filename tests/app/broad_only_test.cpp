#include "demos/app/broad_only.h"

#include "demos/app/broad_phases.h"
#include "demos/scenes/box_cloud.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

BroadOnlyOptions cloudOf(const std::string& name, const std::string& broad) {
    BroadOnlyOptions options;
    options.cloud = name;
    options.broad = broad;
    options.bodies = 400;
    options.steps = 12;
    options.queries = 5;
    return options;
}

class EveryCloud : public testing::TestWithParam<std::string> {};

std::vector<std::string> cloudNames() {
    std::vector<std::string> names;
    for (const auto& kind : scenes::boxCloudTable()) names.emplace_back(kind.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(BroadOnly, EveryCloud, testing::ValuesIn(cloudNames()), [](const auto& test) {
    std::string name = test.param;
    std::erase(name, '-');
    return name;
});

TEST_P(EveryCloud, CanFlyAsAWhole) {
    BroadOnlyOptions options = cloudOf(GetParam(), "sweep-and-prune");
    options.moving = 1;
    EXPECT_TRUE(measureBroadPhase(options).has_value());
}

TEST_P(EveryCloud, HasTheSamePairsInEveryBroadPhase) {
    std::set<std::uint64_t> hashes;
    std::vector<std::string> names = {"sweep-and-prune?sweep=from-scratch", "sweep-and-prune?sweep=lists",
                                      "sweep-and-prune?threads=2", "dbvt?deferred=on", "axis-sweep3?bits=32"};
    for (const std::string& name : rowNames(broadPhases())) names.push_back(name);
    for (const std::string& name : names) {
        for (const bool hasStockCache : {false, true}) {
            BroadOnlyOptions options = cloudOf(GetParam(), name);
            options.hasStockCache = hasStockCache;
            options.setsAll = options.cleansFirst = hasStockCache;
            const auto report = measureBroadPhase(options);
            ASSERT_TRUE(report) << report.error();
            EXPECT_EQ(report->frames.size(), 12u);
            EXPECT_GE(report->cachedPairs, report->pairs);
            EXPECT_GT(report->pairs, 0);
            hashes.insert(report->pairHash);
        }
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(BroadOnly, DifferentSeedsGiveDifferentPairs) {
    BroadOnlyOptions options = cloudOf("cloud", "sweep-and-prune");
    const auto one = measureBroadPhase(options);
    options.seed = 2;
    EXPECT_NE(one->pairHash, measureBroadPhase(options)->pairHash);
}

TEST(BroadOnly, UnknownNamesListTheKnownOnes) {
    EXPECT_THAT(
        measureBroadPhase(cloudOf("moon", "dbvt")).error(),
        AllOf(HasSubstr("no scene of boxes 'moon'"), HasSubstr("the nearest are 'cloud', 'slab' and ")));
    EXPECT_THAT(measureBroadPhase(cloudOf("slab", "magic")).error(),
                AllOf(HasSubstr("no broad phase 'magic'"), HasSubstr("dbvt, ")));
    EXPECT_EQ(measureBroadPhase(cloudOf("slab", "sweep-and-prune?boxes=fixed")).error(),
              "'sweep-and-prune?boxes=fixed' computes boxes from bodies, and without a world there are none");
    BroadOnlyOptions many = cloudOf("slab", "axis-sweep3");
    many.bodies = 20000;
    EXPECT_THAT(measureBroadPhase(many).error(), HasSubstr("fewer than 16384 bodies"));
}

TEST(BroadOnly, TheReportHasAllFields) {
    const BroadOnlyOptions options = cloudOf("cloud", "sweep-and-prune");
    const auto json = toJson(options, *measureBroadPhase(options));
    for (const char* field : {"bodies", "moving", "pairs", "pair_hash", "build_ms"}) {
        EXPECT_TRUE(json.contains(field)) << field;
    }
    EXPECT_GT(json["frame_ms"]["median"], 0);
    EXPECT_GE(json["frame_ms"]["p99"], json["frame_ms"]["median"]);
}

}  // namespace
}  // namespace ricochet::app
