#pragma once

#include <LinearMath/btScalar.h>

#include <cmath>

namespace ricochet::scenes {

/// The number next to a guess, in units of its last place, for which a function has a value: what a rounded
/// result was computed from. The guess if there is none.
template <class Function>
btScalar argumentOf(const Function& function, btScalar value, btScalar guess) {
    constexpr int kFarthest = 8;
    btScalar above = guess, below = guess;
    for (int i = 0; i < kFarthest; ++i) {
        if (function(above) == value) return above;
        if (function(below) == value) return below;
        above = std::nextafter(above, BT_LARGE_FLOAT);
        below = std::nextafter(below, -BT_LARGE_FLOAT);
    }
    return guess;
}

}  // namespace ricochet::scenes
