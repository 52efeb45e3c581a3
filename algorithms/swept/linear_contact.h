#pragma once

#include "algorithms/swept/linear_pair.h"

#include <optional>

namespace ricochet {

struct LinearContactSettings {
    Real separation = 0;  ///< metres: the features count as touching at this distance
    Real resolution =
        0x1p-44;   ///< of the time from 0 to 1: at most so much too early where nothing is degenerate
    Real end = 1;  ///< later contacts are ignored; earlier ones do not depend on it
};

/// The first time at which the two features touch. May be early, never late; none means that they never
/// touch. With no separation the signs of the coplanarity cubic and both ends are decided exactly; between
/// the ends a near miss that rounding cannot distinguish from a contact counts as one.
std::optional<Real> firstTouch(const LinearPair& pair, const LinearContactSettings& settings = {});

}  // namespace ricochet
