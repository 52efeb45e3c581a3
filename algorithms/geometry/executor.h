#pragma once

#include "algorithms/geometry/types.h"

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>

namespace ricochet {

/// Runs independent tasks: the only means by which our algorithms use threads.
/// Callers must produce the same result for any number of threads.
class Executor {
public:
    virtual ~Executor() = default;
    virtual Index threadCount() const = 0;
    /// Calls all of task(0) … task(count - 1), in any order, from any thread; returns when all are done, or
    /// throws what one threw, and begins no more. What a task runs on the same executor stays on its thread.
    virtual void run(Index count, const std::function<void(Index)>& task) const = 0;
    /// The same for any function: without a copy of it, which may need memory.
    template <class Task>
    requires(!std::same_as<std::remove_cvref_t<Task>, std::function<void(Index)>>) void run(
        Index count, Task&& task) const {
        run(count, std::function<void(Index)>(std::ref(task)));
    }
};

/// Everything on the calling thread, in order.
std::shared_ptr<const Executor> makeSerialExecutor();
const Executor& serialExecutor();

/// `threads` threads including the calling one, or as many as the system provides; 0 and 1 give the serial
/// executor. Thread-safe: while the threads carry out one caller's tasks, another caller carries out its own.
std::shared_ptr<const Executor> makeThreadExecutor(Index threads);

/// Calls `beside()`, and work(begin, end) for consecutive parts of 0 … count - 1 of about equal length. The
/// parts are the same for any number of threads.
template <class Beside, class Work>
void forEachPartBeside(const Executor& executor, Beside&& beside, Index count, Index partSize, Work&& work) {
    const Index parts = count / partSize + (count % partSize != 0);
    executor.run(parts + 1, [&](Index task) {
        if (task == 0) return beside();
        const Index begin = (task - 1) * partSize;
        work(begin, count - begin < partSize ? count : begin + partSize);
    });
}

/// The same without `beside`.
template <class Work>
void forEachPart(const Executor& executor, Index count, Index partSize, Work&& work) {
    forEachPartBeside(
        executor, [] {}, count, partSize, work);
}

/// Calls each of some independent functions.
template <class... Function>
void runAll(const Executor& executor, Function&&... functions) {
    const std::function<void()> all[] = {std::ref(functions)...};
    executor.run(sizeof...(functions), [&](Index i) { all[i](); });
}

}  // namespace ricochet
