#pragma once

#include "demos/app/reproduce/report.h"

#include <vector>

namespace ricochet::app {

enum class Effort {
    trial,   ///< seconds: only to see that it runs
    normal,  ///< minutes, at most ten for all experiments of a paper
    full,    ///< everything that the paper did
};

/// Something that a paper shows, done again.
struct Experiment {
    const char* paper;
    const char* name;
    const char* about;
    Result<void> (*run)(Effort effort, Report& report);
};

/// All of them, those of one paper beside one another.
const std::vector<Experiment>& experiments();

namespace paper002 {
Result<void> runTable1(Effort effort, Report& report);
Result<void> runResolution(Effort effort, Report& report);
Result<void> runGrowth(Effort effort, Report& report);
Result<void> runContact(Effort effort, Report& report);
Result<void> runJaws(Effort effort, Report& report);
Result<void> runFigures(Effort effort, Report& report);
}  // namespace paper002

namespace paper004 {
Result<void> runDistances(Effort effort, Report& report);
}

}  // namespace ricochet::app
