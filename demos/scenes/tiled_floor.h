#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A square floor at y = 0, from -half to half in x and z, of 2 * cells * cells triangles; 4 * cells more
/// close it to a pyramid upside down, whose apex is `depth` metres below. Flat inner edges are what bodies
/// stumble over where contacts are made triangle by triangle.
SceneMesh tiledFloor(double half, int cells, double depth);

}  // namespace ricochet::scenes
