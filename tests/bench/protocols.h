#pragma once

#include "tests/bench/case.h"

namespace ricochet::bench {

/// A mesh against itself, its diagonal scaled to 1, both bodies rotated at random: slightly apart, and
/// overlapping by three depths. Names: A_mesh_depth.
std::vector<CaseMaker> protocolA();

/// Whole scenes in light contact. Names: B_scene.
std::vector<CaseMaker> protocolB();

}  // namespace ricochet::bench
