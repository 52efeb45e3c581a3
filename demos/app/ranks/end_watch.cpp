#include "demos/app/ranks/end_watch.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace ricochet::app {
namespace {

sigset_t terminationSet() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

EndWatch::EndWatch() {
    const sigset_t set = terminationSet();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void EndWatch::begin(std::function<std::string()> lastWords) {
    thread_ = std::jthread([lastWords = std::move(lastWords)](const std::stop_token& stop) {
        const sigset_t set = terminationSet();
        constexpr timespec kLook{0, 20'000'000};
        while (!stop.stop_requested()) {
            if (sigtimedwait(&set, nullptr, &kLook) != SIGTERM) continue;
            const std::string words = lastWords();
            if (!words.empty()) {
                const std::string line = "ricochet: " + words + '\n';
                [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
            }
            _exit(EXIT_FAILURE);
        }
    });
}

}  // namespace ricochet::app
