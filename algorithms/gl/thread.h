#pragma once

#include "algorithms/gl/context.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace ricochet::gl {

/// One context and the thread on which it is current. Other threads give it work and wait. The OpenGL state
/// of the calling threads does not change.
class Thread {
public:
    static tl::expected<std::unique_ptr<Thread>, ContextError> start(Version atLeast);

    /// Waits for pending work.
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    /// Runs `work` on the thread, after all pending work; returns when it is done. If the work throws or the
    /// context is lost, the thread ends: this call, all waiting and all later ones get the reason. Must not
    /// be called from inside work.
    tl::expected<void, std::string> run(const std::function<void()>& work);

    const std::string& description() const { return description_; }
    bool isSoftware() const { return isSoftware_; }  ///< whether a CPU draws

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
    bool isSoftware_ = false;
    std::thread thread_;
};

}  // namespace ricochet::gl
