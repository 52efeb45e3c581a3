// The worlds of bytes for libFuzzer, which changes the bytes so that they cover more code.

#include "tests/fuzz/worlds/mktree_file.h"
#include "tests/fuzz/worlds/world_case.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace {

using namespace ricochet::fuzz;

constexpr double kSecondsPerStep = 60;  // of processor time; sanitizers and coverage cost a factor of 30
constexpr int kSteps = 30;

/// Its hash. A complaint ends the process, and libFuzzer saves the bytes.
std::uint64_t hashOf(const WorldCase& which) {
    WorldProgress progress;
    try {
        run(which, progress, kSecondsPerStep);
    } catch (const std::exception& thrown) {
        std::snprintf(progress.complaint, sizeof progress.complaint, "threw %s", thrown.what());
    }
    if (progress.complaint[0] != '\0') {
        std::fprintf(stderr, "%s in step %d, %s\n", progress.complaint, progress.step, progress.doing);
        std::abort();
    }
    return progress.hash;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const MkTreeOnDisk file;
    WorldCase which;
    which.bytes.emplace(reinterpret_cast<const char*>(data), size);
    which.steps = kSteps;
    which.mktree = file.path();
    WorldCase varied = which;
    varied.threads = 3;
    varied.isScalar = true;
    if (hashOf(which) != hashOf(varied)) {
        std::fprintf(stderr, "hashes differ\n");
        std::abort();
    }
    return 0;
}
