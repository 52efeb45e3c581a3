#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet::app {

/// Labelled queries of corners that move: prints each miss and each false alarm, then how many there are of
/// both, and how fast the answers came. Fails where a collision was missed.
Result<int> checkMotions(const std::string& path);

}  // namespace ricochet::app
