#pragma once

#include "tests/bench/baselines.h"
#include "tests/bench/case.h"
#include "tests/bench/results.h"

namespace ricochet::bench {

/// Amount of measurement after a first pass over all poses. Backends take turns, so that background load
/// affects all of them; consecutive passes keep the caches warm.
struct Effort {
    int rounds = 3;
    int passes = 3;              ///< of each round
    double enoughSeconds = 1.5;  ///< after this time a backend starts no further pass
    double mostSeconds = 15;     ///< after this time it stops within the first pass
};

/// All face pairs at every pose of a case, by each of the backends. Adds a row for each. Throws if two exact
/// ones find different numbers of pairs at a pose.
void measureAllPairs(const std::string& name, const Case& scene, const std::vector<BaselineKind>& kinds,
                     const Effort& effort, Results& results);

}  // namespace ricochet::bench
