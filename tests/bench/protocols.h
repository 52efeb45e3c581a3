#pragma once

#include "tests/bench/case.h"

namespace ricochet::bench {

/// One mesh twice, its diagonal scaled to 1, both bodies turned at random: a little apart, and entering one
/// another by three depths. Names: A_mesh_depth.
std::vector<CaseMaker> protocolA();

/// Whole scenes in light contact. Names: B_scene.
std::vector<CaseMaker> protocolB();

}  // namespace ricochet::bench
