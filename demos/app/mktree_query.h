#pragma once

#include "algorithms/geometry/types.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::app {

/// Queries of an MKtree; empty ones are not run.
struct MkTreeQuestions {
    std::string world, json;
    std::vector<Real> box, ray, nearest;  ///< metres: two corners, two ends, a point
    std::string pairsBody, poses;         ///< face pairs of a mesh at each pose
    std::string sweptBody, motions;       ///< what a mesh may touch along its path
};

/// `ricochet mktree query`.
CLI::App* addMkTreeQuery(CLI::App& mktree, MkTreeQuestions& questions);
Result<int> runMkTreeQuery(const MkTreeQuestions& questions);

}  // namespace ricochet::app
