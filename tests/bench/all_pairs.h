#pragma once

#include "tests/bench/case.h"
#include "tests/bench/peers.h"
#include "tests/bench/results.h"

namespace ricochet::bench {

/// How much is measured, after a first pass over all poses. Backends take turns, so that a burst of other
/// work on the machine meets all of them; passes that follow one another let the caches hold what a backend
/// uses.
struct Effort {
    int rounds = 3;
    int passes = 3;              ///< of each round
    double enoughSeconds = 1.5;  ///< a backend that has worked for so long starts no further pass
    double mostSeconds = 15;     ///< … and for so long, not even another pose of the first one
};

/// All face pairs at every pose of a case, by each of the backends. Adds a row for each. Throws where two
/// that answer exactly find different numbers of pairs at a pose.
void measureAllPairs(const std::string& name, const Case& scene, const std::vector<PeerKind>& kinds,
                     const Effort& effort, Results& results);

}  // namespace ricochet::bench
