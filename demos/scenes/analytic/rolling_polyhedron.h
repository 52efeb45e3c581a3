#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// m/s: speed after `seconds` of a sphere of triangles that rolls on a level plane at `speed` (m/s), of
/// friction 1, in steps of 0.1 ms. `inertia`: m², of a kilogram; `radius`: metres.
double speedOfRollingSphere(const SceneMesh& sphere, double radius, double inertia, double speed,
                            double seconds);

}  // namespace ricochet::scenes
