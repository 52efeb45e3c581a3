#include "algorithms/gl/thread.h"

#include <epoxy/gl.h>

#include <exception>
#include <future>

namespace ricochet::gl {
namespace {

/// Empty, or the reason why the context is lost.
std::string whyLost() {
    return glGetGraphicsResetStatus() == GL_NO_ERROR ? "" : "The OpenGL context was lost.";
}

/// Empty, or the reason why the thread must end.
std::string attempt(const std::function<void()>& work) {
    try {
        work();
        return whyLost();
    } catch (const std::exception& error) {
        return std::string("The OpenGL thread ended: ") + error.what();
    } catch (...) {
        return "The OpenGL thread ended by an unknown exception.";
    }
}

}  // namespace

tl::expected<std::unique_ptr<Thread>, ContextError> Thread::start(Version atLeast) {
    std::unique_ptr<Thread> thread(new Thread);
    std::promise<tl::expected<void, ContextError>> started;
    thread->thread_ = std::thread([&started, atLeast, self = thread.get()] {
        self->serveUntilEnd(atLeast, [&](auto answer) { started.set_value(std::move(answer)); });
    });
    const auto answer = started.get_future().get();
    if (!answer) return tl::unexpected(answer.error());
    return thread;
}

Thread::~Thread() {
    {
        const std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    arrived_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Thread::serveUntilEnd(Version atLeast, std::function<void(tl::expected<void, ContextError>)> started) {
    auto context = Context::create(atLeast);
    if (!context) return started(tl::unexpected(context.error()));
    description_ = (*context)->description();
    isSoftware_ = (*context)->isSoftware();
    started({});
    serve(**context);
}

void Thread::serve(const Context&) {
    std::unique_lock lock(mutex_);
    while (true) {
        arrived_.wait(lock, [this] { return isEnding_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Job* const job = waiting_.front();
        lock.unlock();
        std::string reason = attempt(*job->work);
        lock.lock();
        if (!reason.empty()) return end(std::move(reason));
        waiting_.pop_front();
        job->isDone = true;
        done_.notify_all();
    }
}

/// With the mutex held.
void Thread::end(std::string reason) {
    ended_ = std::move(reason);
    waiting_.clear();
    done_.notify_all();
}

tl::expected<void, std::string> Thread::run(const std::function<void()>& work) {
    Job job{&work};
    std::unique_lock lock(mutex_);
    if (ended_.empty()) {
        waiting_.push_back(&job);
        arrived_.notify_one();
        done_.wait(lock, [&] { return job.isDone || !ended_.empty(); });
    }
    if (job.isDone) return {};
    return tl::unexpected(ended_);
}

}  // namespace ricochet::gl
