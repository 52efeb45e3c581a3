#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether two faces are a pair in the sense of NarrowPhase: for `within` zero exactly those that intersect;
/// else all whose distance is at most `within` (metres), and of the others only such as rounding cannot tell.
bool areWithin(const Triangle& a, const Triangle& b, Real within);

}  // namespace ricochet
