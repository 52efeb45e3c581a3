#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/sweep_and_prune/broad_phase.h"

#include <memory>

namespace ricochet {

/// Cohen, Lin, Manocha, Ponamgi. I-COLLIDE. 1995, as described by Lin, Manocha, Cohen, Gottschalk, Collision
/// Detection: Algorithms and Applications, 1996, section 3; and its successor.
enum class SweepMode {
    incremental,  ///< three sorted lists of end points, sorted by insertion: the paper's
    fromScratch,  ///< all boxes are sorted into cells in each step
    automatic     ///< cells; if few bodies move, only these are compared
};

struct SweepSettings {
    SweepMode mode = SweepMode::automatic;
    std::shared_ptr<const Executor> executor = makeSerialExecutor();  ///< `incremental` does not use it
};

std::unique_ptr<BroadPhase> makeSweepAndPrune(const SweepSettings& settings = {});

}  // namespace ricochet
