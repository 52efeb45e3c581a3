#pragma once

#include "demos/app/depth_probe.h"
#include "demos/app/motion_probe.h"
#include "demos/app/simulation.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace ricochet::app {

/// Measures a simulation while it runs; the times do not include the measurements.
class Recorder {
public:
    Recorder(const RunOptions& options, Simulation& simulation);

    /// One step of the simulation, measured.
    void step();
    int stepsDone() const { return static_cast<int>(stepMilliseconds_.size()); }

    /// All numbers of the run, by the names that the program's JSON has.
    nlohmann::ordered_json report();

private:
    double timeOf(int step) const { return step / options_.hz; }
    void noteDepth();
    void noteLostBodies();
    nlohmann::ordered_json restOf() const;
    int lostTo(scenes::Place place) const;

    const RunOptions& options_;
    Simulation& simulation_;
    DepthProbe depths_;
    MotionProbe motion_;
    std::vector<double> stepMilliseconds_, detectionMilliseconds_;
    std::vector<scenes::Place> places_;  ///< per body: inside, or the exit by which it left first
    double contacts_ = 0;                ///< points in manifolds, summed over the steps
    std::optional<double> deepest_;      ///< metres; none measured
    std::optional<double> lateDeepest_;  ///< metres
};

/// Runs a whole scene. `show` is called before the first step and after each, with the number of steps done;
/// the times do not include it.
Result<nlohmann::ordered_json> runScene(const RunOptions& options,
                                        const std::function<void(Simulation&, int)>& show);

}  // namespace ricochet::app
