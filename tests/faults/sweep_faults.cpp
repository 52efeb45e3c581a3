// In one world after another the next allocation of a step fails.

#include "tests/faults/fault_sweep.h"
#include "tests/support/command_line.h"

#include <iostream>

int main(int argc, char** argv) {
    ricochet::faults::FaultSweep sweep;
    bool hasBulletsSolver = false;
    ricochet::test::CommandLine commandLine(
        "One allocation of a step fails, in one world after another; each world must go on.");
    commandLine.option("--step", sweep.step, "the step in which an allocation fails; 0 is the first");
    commandLine.option("--first", sweep.first, "number of the first allocation that fails");
    commandLine.option("--stride", sweep.stride, "to the next one", ricochet::test::positive());
    commandLine.option("--threads", sweep.world.threads, "of the pairs", ricochet::test::positive());
    commandLine.flag("--sequential", hasBulletsSolver, "Bullet's solver");
    commandLine.parseOrExit(argc, argv);
    sweep.world.hasSmallSteps = !hasBulletsSolver;
    const auto result = ricochet::faults::sweepFaults(sweep);
    for (const std::string& failure : result.failures) std::cout << failure << '\n';
    std::cout << result.allocations << " allocations in the step; " << result.tried
              << " failed: " << result.thrown << " steps threw, " << result.reported << " reported; "
              << result.failures.size() << " worlds did not go on\n";
    return result.failures.empty() ? 0 : 1;
}
