#pragma once

#include "tests/faults/every_pair.h"

#include <string>
#include <vector>

namespace ricochet::faults {

struct FaultSweep {
    EveryPairOptions world;
    int step = 0;          ///< that in which one allocation fails: 0 is the world's first
    long long first = 0;   ///< number of an allocation in that step
    long long stride = 1;  ///< to the next number that is tried
};

struct FaultSweepResult {
    long long allocations = 0;  ///< of the step
    int tried = 0;              ///< worlds in which one failed
    int thrown = 0;             ///< of these, steps that ended with std::bad_alloc
    int reported = 0;           ///< of these, with a report
    std::vector<std::string> failures;
};

/// In one world after another the next allocation of a step fails. The step ends, or throws std::bad_alloc,
/// and the world goes on: Ricochet serves its pairs, and no body is lost.
FaultSweepResult sweepFaults(const FaultSweep& sweep);

}  // namespace ricochet::faults
