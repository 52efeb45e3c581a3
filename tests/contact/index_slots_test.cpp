#include "algorithms/contact/features/index_slots.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <map>

namespace ricochet::test {
namespace {

TEST(IndexSlots, NumberIndicesInOrderOfInsertion) {
    IndexSlots slots;
    EXPECT_EQ(slots.find(70), kNone);
    EXPECT_EQ(slots.insert(70), 0u);
    EXPECT_EQ(slots.insert(3), 1u);
    EXPECT_EQ(slots.insert(70), 0u);
    EXPECT_EQ(slots.find(3), 1u);
    EXPECT_EQ(slots.find(4), kNone);
}

TEST(IndexSlots, KeepTheNumbersOfThousands) {
    Random random(3);
    IndexSlots slots;
    std::map<Index, Index> expected;
    for (int i = 0; i < 20000; ++i) {
        const Index index = std::uniform_int_distribution<Index>(0, 9999)(random);
        const Index next = static_cast<Index>(expected.size());
        ASSERT_EQ(slots.insert(index), expected.try_emplace(index, next).first->second);
    }
    for (const auto& [index, slot] : expected) ASSERT_EQ(slots.find(index), slot);
}

}  // namespace
}  // namespace ricochet::test
