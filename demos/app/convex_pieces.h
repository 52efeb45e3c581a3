#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::app {

/// A mesh as convex pieces, each the corners of a hull.
/// Mamou, Ghorbel. A Simple and Efficient Approach for 3D Mesh Approximate Convex Decomposition. 2009; by the
/// library HACD of Bullet's extras. Its time grows with the square of the faces: seconds for a thousand.
std::vector<std::vector<btVector3>> convexPieces(const scenes::SceneMesh& mesh);

}  // namespace ricochet::app
