#include "tests/faults/fault_sweep.h"

#include "tests/faults/failing_new.h"

namespace ricochet::faults {
namespace {

constexpr int kStepsAfter = 30;

/// Empty, or what is wrong with the world after the fault.
std::string goesOn(EveryPair& world) {
    for (int i = 0; i < kStepsAfter; ++i) world.step();
    const long long served = world.pairsServed();
    world.step();
    constexpr long long kPairs = 9;  // that touch the floor
    if (world.pairsServed() - served < kPairs) {
        return "serves " + std::to_string(world.pairsServed() - served) + " pairs afterwards";
    }
    return world.isWhole() ? "" : "loses a body";
}

}  // namespace

FaultSweepResult sweepFaults(const FaultSweep& sweep) {
    FaultSweepResult result;
    for (long long number = sweep.first;; number += sweep.stride) {
        EveryPair world(sweep.world);
        for (int i = 0; i < sweep.step; ++i) world.step();
        const long long before = allocationCount();
        bool hasThrown = false;
        failAllocation(number);
        try {
            world.step();
        } catch (const std::bad_alloc&) {
            hasThrown = true;
        }
        const bool hasFailed = stopFailing();
        if (!hasFailed) {
            result.allocations = allocationCount() - before;
            return result;
        }
        ++result.tried;
        result.thrown += hasThrown;
        result.reported += world.reports() > 0;
        if (const std::string wrong = goesOn(world); !wrong.empty()) {
            result.failures.push_back("allocation " + std::to_string(number) + ": the world " + wrong);
        }
    }
}

}  // namespace ricochet::faults
