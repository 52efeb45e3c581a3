#pragma once

#include "algorithms/gl/context.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace ricochet::gl {

/// One context and the one thread on which it is current. Other threads hand it work and wait. The OpenGL
/// state of the threads that ask is not touched.
class Thread {
public:
    static tl::expected<std::unique_ptr<Thread>, ContextError> start(Version atLeast);

    /// Lets the work that waits end first.
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    /// Runs `work` on the thread, after all that waits already; returns when it is done. Where the work
    /// throws or the context is lost, the thread ends: this call, all that wait and all later ones get the
    /// reason. Must not be called from within work.
    tl::expected<void, std::string> run(const std::function<void()>& work);

    const std::string& description() const { return description_; }

private:
    struct Job {
        const std::function<void()>* work;
        bool isDone = false;
    };
    Thread() = default;
    void serve(const Context& context);
    void serveUntilEnd(Version atLeast, std::function<void(tl::expected<void, ContextError>)> started);
    void end(std::string reason);

    std::mutex mutex_;
    std::condition_variable arrived_, done_;
    std::deque<Job*> waiting_;
    bool isEnding_ = false;
    std::string ended_;  ///< why the thread takes no more work; empty while it does
    std::string description_;
    std::thread thread_;
};

}  // namespace ricochet::gl
