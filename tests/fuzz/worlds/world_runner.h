#pragma once

#include "tests/fuzz/worlds/world_case.h"

namespace ricochet::fuzz {

struct RunLimits {
    double secondsPerStep = 2;                 ///< of processor time
    std::size_t bytes = std::size_t{4} << 30;  ///< of address space; 0: no limit
    int threads = 3;                           ///< of the run that is perturbed
    bool checksMemory = false;  ///< runs the case three times in one process: the third time adds no memory
};

/// What a run in a process of its own has shown.
struct RunResult {
    WorldProgress progress;
    std::string failure;  ///< empty, or how the process ended or which invariant failed
};

/// In a process of its own. `isPerturbed`: other addresses, memory that is not zero, more threads, and
/// another instruction set; none of it may change the hash.
RunResult runApart(const WorldCase& which, const RunLimits& limits, bool isPerturbed = false);

/// In two processes; also a failure if their hashes differ.
RunResult runTwice(const WorldCase& which, const RunLimits& limits);

/// A case with fewer steps, objects and operations that still fails, if `failing` does.
WorldCase shrunk(WorldCase failing, const RunLimits& limits);

}  // namespace ricochet::fuzz
