#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether two faces are a pair in the sense of NarrowPhase: for `queryDistance` zero exactly those that
/// intersect; else all whose distance is at most `queryDistance` (metres), and of the others only such as
/// rounding cannot tell.
bool areClose(const Triangle& a, const Triangle& b, Real queryDistance);

}  // namespace ricochet
