#include "algorithms/geometry/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace ricochet {
namespace {

TEST(BoundedQueue, ReturnsItemsInOrderAndRefusesMoreThanItsCapacity) {
    BoundedQueue<int, 3> queue;
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.tryPush(i));
        EXPECT_FALSE(queue.tryPush(3));
        EXPECT_EQ(queue.pop(), 0);
        EXPECT_TRUE(queue.tryPush(4));
        for (const int expected : {1, 2, 4}) EXPECT_EQ(queue.pop(), expected);
    }
}

TEST(BoundedQueue, ReturnsRemainingItemsAfterItIsClosed) {
    BoundedQueue<int, 3> queue;
    EXPECT_TRUE(queue.tryPush(7));
    queue.close();
    EXPECT_EQ(queue.pop(), 7);
    EXPECT_EQ(queue.pop(), std::nullopt);
    queue.open();
    EXPECT_TRUE(queue.tryPush(8));
    EXPECT_EQ(queue.pop(), 8);
}

// A lost wake-up would block this forever.
TEST(BoundedQueue, EveryItemArrivesAtOneOfManyWaitingThreads) {
    constexpr int kItems = 20'000;
    for (int round = 0; round < 5; ++round) {
        BoundedQueue<int, 4> queue;
        std::vector<std::atomic<int>> taken(kItems);
        std::vector<std::thread> takers;
        for (int i = 0; i < 4; ++i) {
            takers.emplace_back([&] {
                while (const std::optional<int> item = queue.pop()) ++taken[static_cast<std::size_t>(*item)];
            });
        }
        for (int i = 0; i < kItems; ++i) {
            if (!queue.tryPush(i)) ++taken[static_cast<std::size_t>(i)];
        }
        queue.close();
        for (std::thread& taker : takers) taker.join();
        for (const std::atomic<int>& times : taken) ASSERT_EQ(times, 1);
    }
}

}  // namespace
}  // namespace ricochet
