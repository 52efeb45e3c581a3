#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// A time interval.
struct TimeSpan {
    Real begin, end;
    Real length() const { return end - begin; }
    Real middle() const { return 0.5 * (begin + end); }
    Real at(Real part) const { return begin + part * (end - begin); }
};

}  // namespace ricochet
