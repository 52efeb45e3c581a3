#pragma once

#include "demos/view/offscreen_renderer.h"

#include <vector>

namespace ricochet::view {

/// For each vertex one that stands for all that faces connect it to.
std::vector<std::uint32_t> connectedVertices(const DrawnMesh& mesh);

/// Whether each edge of a face is that of one other face in the opposite direction.
bool isClosed(const DrawnMesh& mesh);

/// Whether faces before them hide the inner sides of all faces, from outside: the mesh is closed, and all its
/// connected parts have their faces counter-clockwise from outside. Those of a cavity are clockwise.
bool hidesInnerSides(const DrawnMesh& mesh);

}  // namespace ricochet::view
