#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/ranks/rank_link.h"

namespace ricochet::app {

/// Whether Open MPI's mpirun started this process.
bool wasLaunchedAsRank();
/// Whether this is rank 0, which prints messages.
bool isLaunchedFirst();

/// The link to the other ranks; an error if the program was built without MPI. Once per process.
Result<std::unique_ptr<RankLink>> linkToLaunchedRanks();

}  // namespace ricochet::app
