#pragma once

#include <functional>
#include <string>
#include <thread>

namespace ricochet::app {

/// While it lives, a SIGTERM ends the process with a last sentence on standard error: mpirun sends it to all
/// ranks once one of them has died. Make it before other threads, which would take the signal.
class EndWatch {
public:
    EndWatch();
    EndWatch(const EndWatch&) = delete;

    /// `lastWords` gives the sentence, or nothing to say; called by another thread.
    void begin(std::function<std::string()> lastWords);
    /// From now on the signal waits.
    void end() { thread_ = {}; }

private:
    std::jthread thread_;
};

}  // namespace ricochet::app
