#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

inline constexpr double kLandscapeHalf = 6;     ///< metres; it spans x and z from minus this to this
inline constexpr double kLandscapeBase = -1.5;  ///< metres: y of its flat underside, below the deepest dimple
inline constexpr double kStalagmiteHeight = 6.5;  ///< metres

/// A dimpled, toothed landscape with a stalagmite at the origin: a closed slab of 98,000 triangles.
SceneMesh landscapeMesh();

/// A twisted torus about the y axis with wrinkles, of 20,000 triangles; its hole is wider than 1 m in radius.
SceneMesh wrinkledTorus();

}  // namespace ricochet::scenes
