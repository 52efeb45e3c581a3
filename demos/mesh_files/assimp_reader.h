#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// A file in any format that Assimp knows. All of the file's meshes, placed by its
/// nodes, become one; vertices with exactly the same coordinates are joined.
Result<std::shared_ptr<Mesh>> readByAssimp(const std::string& path);

}  // namespace ricochet
