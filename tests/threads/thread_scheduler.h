#pragma once

#include "algorithms/geometry/executor.h"

#include <LinearMath/btThreads.h>

#include <algorithm>

namespace ricochet::test {

/// Bullet's tasks on a given number of threads, whatever the number of cores is: Bullet's own scheduler takes
/// no more threads than there are cores. Bullet uses it during its lifetime.
class ThreadScheduler final : public btITaskScheduler {
public:
    explicit ThreadScheduler(int threads)
        : btITaskScheduler("threads of a test"), executor_(makeThreadExecutor(static_cast<Index>(threads))) {
        btSetTaskScheduler(this);
    }
    ~ThreadScheduler() override { btSetTaskScheduler(btGetSequentialTaskScheduler()); }

    int getMaxNumThreads() const override { return static_cast<int>(executor_->threadCount()); }
    int getNumThreads() const override { return getMaxNumThreads(); }
    void setNumThreads(int) override {}

    void parallelFor(int begin, int end, int grain, const btIParallelForBody& body) override {
        executor_->run(static_cast<Index>((end - begin + grain - 1) / grain), [&](Index task) {
            const int first = begin + static_cast<int>(task) * grain;
            body.forLoop(first, std::min(first + grain, end));
        });
    }
    btScalar parallelSum(int begin, int end, int, const btIParallelSumBody& body) override {
        return body.sumLoop(begin, end);
    }

private:
    std::shared_ptr<const Executor> executor_;
};

}  // namespace ricochet::test
