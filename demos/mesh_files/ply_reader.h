#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// PLY, text or binary of either byte order: x, y and z of the element `vertex`, and the list
/// `vertex_indices` (or `vertex_index`) of the element `face`; everything else is skipped. Polygons become
/// triangles (`triangulate`), lists of fewer than three are skipped, vertices with exactly the same
/// coordinates are joined.
Result<std::shared_ptr<Mesh>> readPly(const std::string& path);

}  // namespace ricochet
