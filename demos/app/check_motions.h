#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet::app {

/// Labelled queries of moving corners: prints each miss and each false positive, then their numbers and the
/// time per query. Fails if a collision was missed.
Result<int> checkMotions(const std::string& path);

}  // namespace ricochet::app
