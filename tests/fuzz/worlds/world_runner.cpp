#include "tests/fuzz/worlds/world_runner.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <malloc.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace ricochet::fuzz {
namespace {

/// Memory in which a child process leaves what it has done.
class SharedProgress {
public:
    SharedProgress() {
        void* page =
            mmap(nullptr, sizeof(WorldProgress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) throw std::runtime_error("no shared memory");
        progress_ = new (page) WorldProgress{};
    }
    ~SharedProgress() { munmap(progress_, sizeof(WorldProgress)); }
    SharedProgress(const SharedProgress&) = delete;
    SharedProgress& operator=(const SharedProgress&) = delete;
    WorldProgress& operator*() const { return *progress_; }

private:
    WorldProgress* progress_;
};

void perturbMemory() {
    mallopt(M_PERTURB, 0xa5);
    static std::vector<std::unique_ptr<char[]>> blocks;
    for (std::size_t bytes = 24; bytes < 100000; bytes += bytes / 3) blocks.emplace_back(new char[bytes]);
    for (std::size_t i = 0; i < blocks.size(); i += 2) blocks[i].reset();
}

std::size_t bytesInUse() { return mallinfo2().uordblks; }

/// Whether runs after the second one add memory: the first ones fill caches.
void checkMemory(const WorldCase& which, WorldProgress& progress, double secondsPerStep) {
    std::size_t bytes[3];
    for (std::size_t& used : bytes) {
        WorldProgress other;
        run(which, other, secondsPerStep);
        used = bytesInUse();
    }
    constexpr std::size_t kSlop = 65536;  // small freed blocks, which malloc counts as in use
    if (bytes[2] > bytes[1] + kSlop && bytes[1] > bytes[0] + kSlop) {
        std::snprintf(progress.complaint, sizeof progress.complaint,
                      "each run adds memory: %zu, %zu, %zu bytes in use", bytes[0], bytes[1], bytes[2]);
    }
}

[[noreturn]] void runHere(const WorldCase& which, const RunLimits& limits, bool isPerturbed,
                          WorldProgress& progress) {
    const rlimit noCore = {0, 0}, memory = {limits.bytes, limits.bytes};
    setrlimit(RLIMIT_CORE, &noCore);
    if (limits.bytes > 0) setrlimit(RLIMIT_AS, &memory);
    if (isPerturbed) perturbMemory();
    try {
        run(which, progress, limits.secondsPerStep);
        if (limits.checksMemory && !isPerturbed && progress.complaint[0] == '\0') {
            checkMemory(which, progress, limits.secondsPerStep);
        }
    } catch (const std::exception& thrown) {
        std::snprintf(progress.complaint, sizeof progress.complaint, "threw %s", thrown.what());
    }
#if defined(__SANITIZE_ADDRESS__)
    if (__lsan_do_recoverable_leak_check() != 0) _exit(3);
#endif
    _exit(0);
}

std::string failureOf(int status, const WorldProgress& progress) {
    const std::string where = " in step " + std::to_string(progress.step) + ", " + progress.doing;
    if (progress.complaint[0] != '\0') return progress.complaint + where;
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return (signal == SIGPROF ? "hangs" : "signal " + std::to_string(signal)) + where;
    }
    return WEXITSTATUS(status) == 0 ? "" : "exit code " + std::to_string(WEXITSTATUS(status)) + where;
}

/// Leaves out as many of 0 … count - 1 as possible, in ever smaller groups.
template <class Fails>
void leaveOut(std::set<int>& left, int count, const Fails& fails) {
    for (int group = count; group > 0; group /= 2) {
        for (int first = 0; first < count; first += group) {
            const std::set<int> before = left;
            for (int i = first; i < std::min(count, first + group); ++i) left.insert(i);
            if (left != before && !fails()) left = before;
        }
    }
}

}  // namespace

RunResult runApart(const WorldCase& which, const RunLimits& limits, bool isPerturbed) {
    SharedProgress shared;
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process can be started");
    WorldCase varied = which;
    if (isPerturbed) {
        varied.threads = limits.threads;
        varied.isScalar = true;
    }
    if (child == 0) runHere(varied, limits, isPerturbed, *shared);
    int status = 0;
    waitpid(child, &status, 0);
    RunResult result{*shared, ""};
    result.failure = failureOf(status, result.progress);
    return result;
}

RunResult runTwice(const WorldCase& which, const RunLimits& limits) {
    RunResult first = runApart(which, limits);
    if (!first.failure.empty()) return first;
    const RunResult second = runApart(which, limits, true);
    first.failure = second.failure;
    if (second.failure.empty() && first.progress.hash != second.progress.hash)
        first.failure = "hashes differ";
    return first;
}

WorldCase shrunk(WorldCase failing, const RunLimits& limits) {
    const auto fails = [&] { return !runTwice(failing, limits).failure.empty(); };
    for (int steps = failing.steps / 2; steps > 0; steps /= 2) {
        const int before = failing.steps;
        if (failing.steps <= steps) continue;
        failing.steps -= steps;
        if (!fails()) failing.steps = before;
    }
    leaveOut(failing.withoutOperations, operationCount(failing.steps), fails);
    leaveOut(failing.withoutObjects, objectCount(failing.seed), fails);
    return failing;
}

}  // namespace ricochet::fuzz
