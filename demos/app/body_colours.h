#pragma once

#include <array>

namespace ricochet::app {

// sRGB, 0 to 1, of bodies in pictures and animations.

constexpr std::array<float, 3> kStandingColour = {0.72f, 0.72f, 0.70f};
constexpr std::array<std::array<float, 3>, 6> kMovingColours = {{{0.85f, 0.37f, 0.25f},
                                                                 {0.25f, 0.55f, 0.80f},
                                                                 {0.93f, 0.72f, 0.25f},
                                                                 {0.40f, 0.68f, 0.42f},
                                                                 {0.60f, 0.42f, 0.70f},
                                                                 {0.25f, 0.68f, 0.68f}}};

}  // namespace ricochet::app
