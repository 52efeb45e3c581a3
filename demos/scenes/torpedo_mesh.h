#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

inline constexpr double kTorpedoRadius = 0.2665;  ///< metres
inline constexpr double kTorpedoLength = 5.8;     ///< metres

/// A torpedo along x, its tail at -half of its length: 4,780 triangles, as many as the one in figure 6 of
/// Lin, Manocha, Cohen, Gottschalk, Collision Detection: Algorithms and Applications, 1996. Four fins are
/// separated from its tail cone by a gap, all in one solid.
SceneMesh torpedoMesh();

}  // namespace ricochet::scenes
