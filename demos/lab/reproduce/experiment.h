#pragma once

#include "demos/lab/reproduce/report.h"

#include <vector>

namespace ricochet::lab {

enum class Effort {
    trial,   ///< seconds: a smoke test
    normal,  ///< minutes, at most ten for all experiments of a paper
    full,    ///< everything that the paper did
};

/// A reproduced experiment of a paper.
struct Experiment {
    const char* paper;
    const char* name;
    const char* about;
    Result<void> (*run)(Effort effort, Report& report);
};

/// All experiments, grouped by paper.
const std::vector<Experiment>& experiments();

namespace paper000 {
Result<void> runCompaction(Effort effort, Report& report);
Result<void> runMotion(Effort effort, Report& report);
Result<void> runTranslation(Effort effort, Report& report);
Result<void> runSwitches(Effort effort, Report& report);
Result<void> runSpheres(Effort effort, Report& report);
Result<void> runShuttles(Effort effort, Report& report);
Result<void> runPlanes(Effort effort, Report& report);
Result<void> runOctreeUpdate(Effort effort, Report& report);
Result<void> runSwept(Effort effort, Report& report);
Result<void> runThreads(Effort effort, Report& report);
Result<void> runFigures(Effort effort, Report& report);
}  // namespace paper000

namespace paper001 {
Result<void> runTable1(Effort effort, Report& report);
Result<void> runGraphs(Effort effort, Report& report);
Result<void> runBoxTests(Effort effort, Report& report);
Result<void> runVolumes(Effort effort, Report& report);
Result<void> runPolytopes(Effort effort, Report& report);
Result<void> runFeatureSweep(Effort effort, Report& report);
}  // namespace paper001

namespace paper002 {
Result<void> runTable1(Effort effort, Report& report);
Result<void> runBlending(Effort effort, Report& report);
Result<void> runPictures(Effort effort, Report& report);
Result<void> runWorld(Effort effort, Report& report);
Result<void> runResolution(Effort effort, Report& report);
Result<void> runGrowth(Effort effort, Report& report);
Result<void> runContact(Effort effort, Report& report);
Result<void> runJaws(Effort effort, Report& report);
Result<void> runFigures(Effort effort, Report& report);
}  // namespace paper002

namespace paper003 {
Result<void> runTables(Effort effort, Report& report);
Result<void> runCosts(Effort effort, Report& report);
Result<void> runFigures(Effort effort, Report& report);
}  // namespace paper003

namespace paper004 {
Result<void> runDistances(Effort effort, Report& report);
Result<void> runRays(Effort effort, Report& report);
Result<void> runFigure12(Effort effort, Report& report);
}  // namespace paper004

}  // namespace ricochet::lab
