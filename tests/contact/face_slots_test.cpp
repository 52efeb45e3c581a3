#include "algorithms/contact/face_slots.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <map>

namespace ricochet::test {
namespace {

TEST(FaceSlots, NumberFacesInTheOrderInWhichTheyCome) {
    FaceSlots slots;
    EXPECT_EQ(slots.insert(70), 0u);
    EXPECT_EQ(slots.insert(3), 1u);
    EXPECT_EQ(slots.insert(70), 0u);
    EXPECT_EQ(slots.slotOf(3), 1u);
}

TEST(FaceSlots, KeepTheNumbersOfThousands) {
    Random random(3);
    FaceSlots slots;
    std::map<Index, Index> expected;
    for (int i = 0; i < 20000; ++i) {
        const Index face = std::uniform_int_distribution<Index>(0, 9999)(random);
        const Index next = static_cast<Index>(expected.size());
        ASSERT_EQ(slots.insert(face), expected.try_emplace(face, next).first->second);
    }
    for (const auto& [face, slot] : expected) ASSERT_EQ(slots.slotOf(face), slot);
}

}  // namespace
}  // namespace ricochet::test
