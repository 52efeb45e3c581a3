#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether two faces are a pair in the sense of NarrowPhase: if `queryDistance` is zero, exactly those that
/// intersect; otherwise all whose distance is at most `queryDistance` (metres) up to rounding.
bool areClose(const Triangle& a, const Triangle& b, Real queryDistance);

}  // namespace ricochet
