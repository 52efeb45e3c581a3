#pragma once

#include "algorithms/geometry/types.h"

#include <string>

namespace ricochet::app {

/// Labelled pairs of convex hulls: prints each wrong answer, then how many there are and the largest error:
/// relative on pairs that are apart, in metres of depth on the others. Each pair is asked in both orders.
Result<int> checkConvex(const std::string& folder);

}  // namespace ricochet::app
