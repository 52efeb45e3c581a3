#pragma once

#include "demos/scenes/scene.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::app {

/// 64-bit FNV-1a over the bits of all bodies' transforms and velocities, and of the nodes of
/// soft bodies.
std::uint64_t stateHash(const std::vector<scenes::SceneBody>& bodies);

/// Sixteen digits.
std::string hexOf(std::uint64_t hash);

/// The energy of all bodies that move, in joules.
double kineticEnergy(const std::vector<scenes::SceneBody>& bodies);

}  // namespace ricochet::app
