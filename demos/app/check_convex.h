#pragma once

#include "algorithms/geometry/types.h"

#include <string>

namespace ricochet::app {

/// Labelled pairs of convex hulls: prints each wrong answer, then their number and the largest error:
/// relative for pairs that are apart, in metres of depth for the others. Each pair is tested in both orders.
Result<int> checkConvex(const std::string& folder);

}  // namespace ricochet::app
