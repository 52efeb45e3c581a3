#include "algorithms/sweep_and_prune/sweep_and_prune.h"

#include "algorithms/sweep_and_prune/cell_sweep.h"
#include "algorithms/sweep_and_prune/endpoint_sweep.h"

namespace ricochet {

std::unique_ptr<BroadPhase> makeSweepAndPrune(const SweepSettings& settings) {
    if (settings.mode == SweepMode::incremental) return std::make_unique<sweep::EndpointSweep>();
    return std::make_unique<sweep::CellSweep>(settings);
}

}  // namespace ricochet
