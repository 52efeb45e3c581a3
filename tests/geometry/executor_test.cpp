#include "algorithms/geometry/executor.h"

#include "algorithms/geometry/processor_binding.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <numeric>
#include <set>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
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

TEST(Executor, ATaskThatThrowsEndsItsJobAlone) {
    for (Index threads : {1u, 2u, 5u}) {
        const auto executor = makeThreadExecutor(threads);
        for (Index thrower : {0u, 1u, 50u, 99u}) {
            const auto job = [&](Index i) {
                if (i == thrower) throw std::runtime_error("a task's");
            };
            EXPECT_THROW(executor->run(100, job), std::runtime_error) << threads << " threads";
            std::vector<int> runs(100, 0);
            executor->run(100, [&](Index i) { ++runs[i]; });
            EXPECT_EQ(runs, std::vector<int>(100, 1)) << threads << " threads";
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

TEST(Executor, RunsTasksOfATaskOnItsThread) {
    const auto executor = makeThreadExecutor(3);
    std::vector<int> runs(60, 0);
    executor->run(6, [&](Index outer) {
        const std::thread::id here = std::this_thread::get_id();
        executor->run(10, [&](Index inner) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            ++runs[10 * outer + inner];
        });
    });
    EXPECT_EQ(runs, std::vector<int>(60, 1));
}

/// Before, it waited for the present job. Where it held a lock that the job needed, both waited for ever.
TEST(Executor, ACallerDoesNotWaitForTheJobOfAnother) {
    const auto executor = makeThreadExecutor(2);
    std::promise<void> begins, ends;
    Index runs = 0;
    std::thread second([&] {
        begins.get_future().wait();
        executor->run(10, [&](Index) { ++runs; });
        ends.set_value();
    });
    executor->run(1, [&](Index) {
        begins.set_value();
        EXPECT_EQ(ends.get_future().wait_for(std::chrono::seconds(10)), std::future_status::ready);
    });
    second.join();
    EXPECT_EQ(runs, 10u);
}

/// The processors of each thread of an executor, the calling one's first. Each task waits for the others to
/// begin, so that every thread takes one.
std::vector<std::vector<int>> processorsOfThreads(const Executor& executor) {
    const Index threads = executor.threadCount();
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<std::vector<int>> ofCaller(1), ofWorkers(threads);
    std::atomic<Index> begun = 0;
    executor.run(threads, [&](Index task) {
        ++begun;
        while (begun < threads) std::this_thread::yield();
        const bool isCaller = std::this_thread::get_id() == caller;
        (isCaller ? ofCaller[0] : ofWorkers[task]) = allowedProcessors();
    });
    for (const auto& processors : ofWorkers) {
        if (!processors.empty()) ofCaller.push_back(processors);
    }
    return ofCaller;
}

TEST(Executor, AForkedProcessRunsTheTasksItself) {
    auto executor = makeThreadExecutor(3);
    executor->run(10, [](Index) {});
    const pid_t child = fork();
    if (child == 0) {
        Index sum = 0;
        executor->run(10, [&](Index i) { sum += i; });
        executor.reset();
        _exit(sum == 45 ? 0 : 1);
    }
    int status = 1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(Executor, BoundThreadsStayOnOneProcessorAndTheCallerIsFree) {
    if (!whyThreadsCannotBeBound().empty()) GTEST_SKIP() << whyThreadsCannotBeBound();
    const std::vector<int> allowed = allowedProcessors();
    const auto threads = static_cast<Index>(allowed.size()) + 2;  // so that some share one
    const auto bound = processorsOfThreads(*makeBoundThreadExecutor(threads));
    ASSERT_EQ(bound.size(), threads);
    EXPECT_EQ(bound[0], allowed);
    std::set<int> used;
    for (std::size_t i = 1; i < bound.size(); ++i) {
        ASSERT_EQ(bound[i].size(), 1u);
        used.insert(bound[i][0]);
    }
    EXPECT_EQ(used, std::set<int>(allowed.begin(), allowed.end()));
    for (const auto& processors : processorsOfThreads(*makeThreadExecutor(threads))) {
        EXPECT_EQ(processors, allowed);
    }
    EXPECT_FALSE(bindThisThread(-1));
}

}  // namespace
}  // namespace ricochet
