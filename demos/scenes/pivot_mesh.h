#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Metres: the axis of a torpedo that lies on the rollers, above the foot of the pivot structure at y = 0.
inline constexpr double kCradleHeight = 1.3;

/// A turntable with two girders along x and nine pairs of rollers on them, on which a torpedo along x rests:
/// 44,921 triangles, as many as the pivot structure in figure 6 of Lin, Manocha, Cohen, Gottschalk, Collision
/// Detection: Algorithms and Applications, 1996. A closed surface has an even number of triangles; so 44,920
/// are closed, and the last one has no area, as exports of CAD models have.
SceneMesh pivotMesh();

}  // namespace ricochet::scenes
