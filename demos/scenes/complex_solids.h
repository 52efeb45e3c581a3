#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// The solids of figure 3 in Myszkowski, Okunev, Kunii. Fast collision detection between complex solids using
/// rasterizing graphics hardware. 1995: an ellipsoid and a knot (a), two ellipsoids (b), two knots (c). The
/// second falls on the first on a floor.
std::unique_ptr<Scene> makeComplexSolids(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
