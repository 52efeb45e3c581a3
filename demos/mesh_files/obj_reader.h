#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// Wavefront OBJ: `v` and `f` lines, everything else is skipped. Corners may be v, v/t, v//n or v/t/n, and
/// negative indices count back from the last vertex; polygons become triangles (`triangulate`). Unlike
/// Assimp 5.2, which reads some coordinates one unit in the last place off, each coordinate is the float32
/// nearest to its text; vertices stay shared as they are in the file.
Result<std::shared_ptr<Mesh>> readObj(const std::string& path);

}  // namespace ricochet
