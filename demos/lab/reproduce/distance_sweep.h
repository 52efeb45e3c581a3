#pragma once

#include "demos/baselines/baseline_table.h"
#include "demos/baselines/stopwatch.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::lab {

/// Zachmann's protocol: two models in unit boxes, the second one turning about z at decreasing distances from
/// the first. Zachmann. Rapid Collision Detection by Dynamically Aligned DOP-Trees. 1998.
struct SweepPlan {
    std::vector<Real> distances;  ///< of the boxes' centres along x, in box sides
    int frames;                   ///< of one full turn
    double seconds;   ///< approximate limit for a backend at one distance, above which it skips frames
    int leastFrames;  ///< but tests at least this many
};

/// The results of a backend at one distance, in frames 0, k, 2k, ...
struct SweepCell {
    Real distance;
    int frameStep = 1;  ///< the k above
    baselines::Stopwatch watch = {};
    std::vector<std::size_t> pairs = {};              ///< of each frame
    std::optional<Counters> counters = std::nullopt;  ///< of all frames together; only ours count
    std::string contradiction = {};                   ///< to the first backend: an error message; empty: none

    std::size_t sumOfPairs() const;
};

struct SweepCurve {
    const baselines::BaselineKind* kind;
    bool isInstalled;
    std::vector<SweepCell> cells = {};  ///< one per distance
};

/// The poses in a frame of a turn at a distance.
baselines::PosePair turnedPoses(Real distance, int frame, int frames);

/// All backends of `kinds` on one couple of models; the first is exact and fast, and tests all frames.
/// `tick` is called before each cell.
std::vector<SweepCurve> sweepDistances(const baselines::SharedMesh& a, const baselines::SharedMesh& b,
                                       const std::vector<const baselines::BaselineKind*>& kinds,
                                       const SweepPlan& plan, const std::function<void()>& tick);

}  // namespace ricochet::lab
