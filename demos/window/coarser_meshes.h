#pragma once

#include "demos/view/viewing.h"

#include <vector>

namespace ricochet::window {

/// A mesh with fewer triangles, for a picture in which the difference is below a pixel.
struct CoarserMesh {
    view::DrawnMesh mesh;
    float error;  ///< metres: about how far its surface is from that of the whole mesh
};

/// Each has about half of the triangles of the one before; small meshes have none. Edges are collapsed by
/// quadric errors: Garland, Heckbert. Surface Simplification Using Quadric Error Metrics. 1997.
std::vector<CoarserMesh> coarserMeshes(const view::DrawnMesh& mesh);

}  // namespace ricochet::window
