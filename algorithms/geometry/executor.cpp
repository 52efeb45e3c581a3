// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 4.5: processes
// that always run on the same processor find their data in its cache. There all are bound; here a caller's
// threads are not ours to bind.

#include "algorithms/geometry/executor.h"

#include "algorithms/geometry/processor_binding.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

class SerialExecutor final : public Executor {
public:
    Index threadCount() const override { return 1; }
    void run(Index count, const std::function<void(Index)>& task) const override {
        for (Index i = 0; i < count; ++i) task(i);
    }
};

/// Whose task the thread carries out.
thread_local const Executor* runningHere = nullptr;

/// Workers sleep between jobs; a shared counter hands out the tasks of a job one by one.
class ThreadExecutor final : public Executor {
public:
    /// Starts fewer threads if the system provides no more. Without `processors` the system may move them.
    explicit ThreadExecutor(Index threads, const std::vector<int>& processors = {}) {
        try {
            for (Index i = 1; i < threads; ++i) {
                const int processor = processors.empty() ? -1 : processors[i % processors.size()];
                workers_.emplace_back([this, processor] {
                    bindThisThread(processor);
                    work();
                });
            }
        } catch (const std::system_error&) {
        }
    }

    ~ThreadExecutor() override {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        jobBegins_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }

    Index threadCount() const override { return static_cast<Index>(workers_.size()) + 1; }
    /// Whether the workers stayed behind in the process that this one was forked from.
    bool isForked() const { return processNumber() != process_; }

    void run(Index count, const std::function<void(Index)>& task) const override {
        if (count == 0) return;
        if (runningHere == this || isForked()) return serialExecutor().run(count, task);
        // A caller may hold a lock that a task of the present job waits for: it must not wait for that job.
        const std::unique_lock oneCaller(callers_, std::try_to_lock);
        if (!oneCaller) return serialExecutor().run(count, task);
        {
            const std::lock_guard lock(mutex_);
            task_ = &task;
            count_ = count;
            next_ = 0;
            busy_ = workers_.size();
            ++job_;
        }
        jobBegins_.notify_all();
        takeTasks(task, count);
        std::unique_lock lock(mutex_);
        jobEnds_.wait(lock, [this] { return busy_ == 0; });
        if (const std::exception_ptr thrown = std::exchange(thrown_, nullptr)) {
            lock.unlock();
            std::rethrow_exception(thrown);
        }
    }

private:
    void takeTasks(const std::function<void(Index)>& task, Index count) const {
        const Executor* const outer = std::exchange(runningHere, this);
        try {
            for (Index i = next_++; i < count; i = next_++) task(i);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!thrown_) thrown_ = std::current_exception();
            next_ = count;
        }
        runningHere = outer;
    }

    void work() const {
        std::uint64_t lastJob = 0;
        for (;;) {
            std::unique_lock lock(mutex_);
            jobBegins_.wait(lock, [&] { return stopping_ || job_ != lastJob; });
            if (stopping_) return;
            lastJob = job_;
            const std::function<void(Index)>& task = *task_;
            const Index count = count_;
            lock.unlock();
            takeTasks(task, count);
            lock.lock();
            if (--busy_ == 0) jobEnds_.notify_one();
        }
    }

    mutable std::mutex callers_;  ///< held for a whole job of the workers
    mutable std::mutex mutex_;    ///< protects the members below
    mutable std::condition_variable jobBegins_, jobEnds_;
    mutable const std::function<void(Index)>* task_ = nullptr;
    mutable Index count_ = 0;
    mutable std::size_t busy_ = 0;
    mutable std::uint64_t job_ = 0;
    mutable std::exception_ptr thrown_;  ///< by the first task that threw
    bool stopping_ = false;
    mutable std::atomic<Index> next_{0};
    const int process_ = processNumber();
    std::vector<std::thread> workers_;
};

/// Where the workers are not, nobody can wait for them: then it is not destroyed.
std::shared_ptr<const Executor> shared(const ThreadExecutor* executor) {
    return {executor, [](const ThreadExecutor* last) {
                if (!last->isForked()) delete last;
            }};
}

}  // namespace

std::shared_ptr<const Executor> makeSerialExecutor() { return std::make_shared<SerialExecutor>(); }

const Executor& serialExecutor() {
    static const SerialExecutor executor;
    return executor;
}

std::shared_ptr<const Executor> makeThreadExecutor(Index threads) {
    if (threads <= 1) return makeSerialExecutor();
    return shared(new ThreadExecutor(threads));
}

std::shared_ptr<const Executor> makeBoundThreadExecutor(Index threads) {
    if (threads <= 1) return makeSerialExecutor();
    return shared(new ThreadExecutor(threads, allowedProcessors()));
}

}  // namespace ricochet
