#include "algorithms/geometry/room.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace ricochet::test {
namespace {

/// 0, 1, 2 …
std::vector<int> listOf(std::size_t count, std::size_t room) {
    std::vector<int> list;
    list.reserve(room);
    list.resize(count);
    std::iota(list.begin(), list.end(), 0);
    return list;
}

TEST(Room, IsTheNextPowerOfTwo) {
    std::vector<int> list;
    makeRoom(list, 5);
    EXPECT_EQ(list.capacity(), 8u);
    makeRoom(list, 8);
    EXPECT_EQ(list.capacity(), 8u);
    makeRoom(list, 9);
    EXPECT_EQ(list.capacity(), 16u);
}

TEST(SpareRoom, OfAListThatWasLongIsFreed) {
    for (const std::size_t count : {0u, 1u, 3u, 5u, 100u}) {
        std::vector<int> list = listOf(count, 1000);
        freeSpareRoom(list);
        EXPECT_EQ(list, listOf(count, count));
        EXPECT_EQ(list.capacity(), count == 0 ? 0 : std::bit_ceil(count));
    }
}

TEST(SpareRoom, OfAListWhoseLengthVariesLittleStays) {
    for (const std::size_t count : {5u, 6u, 8u, 30u, 32u}) {
        std::vector<int> list = listOf(count, 32);
        const int* const before = list.data();
        freeSpareRoom(list);
        EXPECT_EQ(list.data(), before) << count;
    }
}

}  // namespace
}  // namespace ricochet::test
