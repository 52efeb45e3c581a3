#include "algorithms/mktree/recent_values.h"

#include <gtest/gtest.h>

#include <random>

namespace ricochet::mktree {
namespace {

TEST(RecentValues, AreThoseOfThePresentFunction) {
    RecentValues<std::uint64_t, 8> values;
    std::mt19937 random(1);
    std::uint64_t factor = 1;
    int made = 0, asked = 0;
    for (; asked < 10'000; ++asked) {
        if (random() % 50 == 0) {
            values.forget();
            ++factor;
        }
        const std::uint64_t index = random() % 12;  // more than there are slots
        const auto make = [&] {
            ++made;
            return factor * index;
        };
        ASSERT_EQ(values.get(index, make), factor * index);
    }
    EXPECT_LT(made, asked * 3 / 4);  // the others were cached
    EXPECT_GT(made, asked / 50);
}

}  // namespace
}  // namespace ricochet::mktree
