#include "algorithms/geometry/on_demand.h"

#include "algorithms/geometry/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

namespace ricochet::test {
namespace {

TEST(OnDemand, IsMadeByTheFirstUseAlone) {
    int made = 0;
    const OnDemand<int> value([&made] { return ++made; });
    EXPECT_FALSE(value.isMade());
    EXPECT_EQ(*value, 1);
    EXPECT_EQ(*value, 1);
    EXPECT_TRUE(value.isMade());
}

TEST(OnDemand, IsMadeOnceByAnyNumberOfThreads) {
    std::atomic<int> made = 0;
    const OnDemand<std::vector<int>> value([&made] { return std::vector<int>(1000, ++made); });
    makeThreadExecutor(4)->run(16, [&](Index) { EXPECT_EQ(value->at(999), 1); });
    EXPECT_EQ(made, 1);
}

TEST(OnDemand, CopiesShareTheValue) {
    const OnDemand<std::string> value([] { return std::string("made"); }), copy = value;
    EXPECT_EQ(copy->size(), 4u);
    EXPECT_TRUE(value.isMade());
    EXPECT_EQ(&*value, &*copy);
}

TEST(OnDemand, AnotherFunctionMayMakeIt) {
    const OnDemand<int> value([]() -> int { throw std::string("not called"); });
    value.make([] { return 7; });
    value.make([] { return 8; });
    EXPECT_EQ(*value, 7);
}

TEST(OnDemand, AFailureLeavesItToTheNextCaller) {
    int calls = 0;
    const OnDemand<int> value([&calls] { return ++calls == 1 ? throw std::string("first") : calls; });
    EXPECT_THROW(*value, std::string);
    EXPECT_EQ(*value, 2);
}

TEST(OnDemand, MayBeginWithAValue) {
    OnDemand<int> value(3);
    EXPECT_TRUE(value.isMade());
    value.edit() = 4;
    EXPECT_EQ(*value, 4);
    EXPECT_EQ(*OnDemand<int>(), 0);
}

}  // namespace
}  // namespace ricochet::test
