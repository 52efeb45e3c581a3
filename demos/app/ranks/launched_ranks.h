#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/ranks/rank_link.h"

namespace ricochet::app {

/// Open MPI's mpirun started this process.
bool wasLaunchedAsRank();
/// As rank 0, which speaks for all.
bool isLaunchedFirst();

/// The link to the other ranks; an error where the program was built without MPI. Once a process.
Result<std::unique_ptr<RankLink>> linkToLaunchedRanks();

}  // namespace ricochet::app
