#include "algorithms/geometry/executor.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace ricochet {
namespace {

TEST(Executor, RunsEachTaskOnceForAnyNumberOfThreads) {
    for (Index threads : {0u, 1u, 2u, 5u}) {
        const auto executor = makeThreadExecutor(threads);
        for (Index count : {0u, 1u, 3u, 1000u}) {
            std::vector<int> runs(count, 0);
            executor->run(count, [&](Index i) { ++runs[i]; });
            EXPECT_EQ(runs, std::vector<int>(count, 1)) << threads << " threads";
        }
    }
}

TEST(Executor, CanBeUsedRepeatedly) {
    const auto executor = makeThreadExecutor(3);
    for (int job = 0; job < 2000; ++job) {
        std::vector<int> squares(7);
        executor->run(7, [&](Index i) { squares[i] = static_cast<int>(i * i); });
        EXPECT_EQ(std::accumulate(squares.begin(), squares.end(), 0), 91);
    }
}

}  // namespace
}  // namespace ricochet
