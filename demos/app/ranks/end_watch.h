#pragma once

#include <functional>
#include <string>
#include <thread>

namespace ricochet::app {

/// While it exists, a SIGTERM ends the process with a message on standard error: mpirun sends it to all ranks
/// once one of them has died. Create it before other threads, which would receive the signal.
class EndWatch {
public:
    EndWatch();
    EndWatch(const EndWatch&) = delete;

    /// `lastWords` returns the message, or none; called by another thread.
    void begin(std::function<std::string()> lastWords);
    /// Blocks the signal from now on.
    void end() { thread_ = {}; }

private:
    std::jthread thread_;
};

}  // namespace ricochet::app
