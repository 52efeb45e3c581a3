#pragma once

#include <numbers>

namespace ricochet::scenes {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kTurn = 2 * kPi;  ///< radians

}  // namespace ricochet::scenes
