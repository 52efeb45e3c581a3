#include "demos/mesh_files/child_answer.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <optional>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace ricochet {
namespace {

// Sanitizers reserve shadow memory beyond any limit of address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif

enum class End : int { answered = 0, outOfMemory = 3, threw = 4 };

/// Bytes of address space that this process uses.
std::size_t addressSpace() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void limit(int resource, std::size_t maximum) {
    const rlimit limits = {maximum, maximum};
    setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

void beQuiet() {
    const int nothing = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
}

bool writeAll(int to, const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t written = write(to, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += static_cast<std::size_t>(written);
    }
    return true;
}

[[noreturn]] void beChild(int to, std::size_t maximumBytes, const std::function<std::string()>& answer) {
    beQuiet();
    limit(RLIMIT_CORE, 0);
    if (kLimitsMemory) limit(RLIMIT_AS, maximumBytes);
    for (const int crash : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV}) std::signal(crash, SIG_DFL);
    End end = End::threw;
    try {
        if (writeAll(to, answer())) end = End::answered;
    } catch (const std::bad_alloc&) {
        end = End::outOfMemory;
    } catch (...) {
        end = End::threw;
    }
    _exit(static_cast<int>(end));
}

/// Everything written until the other end is closed; none if the deadline is first.
std::optional<std::string> readUntil(int from, std::chrono::steady_clock::time_point deadline) {
    using std::chrono::milliseconds;
    std::string bytes;
    std::array<char, 1 << 16> some;
    for (;;) {
        const auto left =
            std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
        if (left <= 0) return std::nullopt;
        pollfd ready = {from, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
        const ssize_t count = read(from, some.data(), some.size());
        if (count == 0) return bytes;
        if (count > 0) bytes.append(some.data(), static_cast<std::size_t>(count));
    }
}

std::string whyNone(int status) {
    if (WIFSIGNALED(status)) return "its reader crashed";
    return WEXITSTATUS(status) == static_cast<int>(End::outOfMemory) ? "its reader ran out of memory"
                                                                     : "its reader gave up";
}

}  // namespace

Result<std::string> answerOfChild(const ChildLimits& limits, const std::function<std::string()>& answer) {
    const auto allowed = std::chrono::duration<double>(limits.seconds);
    const auto deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(allowed);
    const std::size_t maximumBytes = addressSpace() + limits.bytes;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return tl::unexpected(std::string("no pipe can be created"));
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        beChild(ends[1], maximumBytes, answer);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return tl::unexpected(std::string("no process can be started to read it"));
    }
    std::optional<std::string> bytes = readUntil(ends[0], deadline);
    close(ends[0]);
    if (!bytes) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!bytes) return tl::unexpected(std::string("its reader took too long"));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return tl::unexpected(whyNone(status));
    return std::move(*bytes);
}

}  // namespace ricochet
