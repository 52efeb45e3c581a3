#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A square floor at y = 0, from -half to half in x and z, of 2 * cells * cells triangles; 4 * cells more
/// close it to an inverted pyramid, whose apex is `depth` metres below. Bodies bump on its flat inner edges
/// if contacts are made triangle by triangle.
SceneMesh tiledFloor(double half, int cells, double depth);

}  // namespace ricochet::scenes
