#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// A file in any format that Assimp supports. All of the file's meshes, placed by its nodes, become one;
/// vertices with exactly the same coordinates are joined. Assimp 5.2 crashes and hangs on some damaged files,
/// so it runs in a child process with limits on time and memory that grow with the file.
Result<std::shared_ptr<Mesh>> readByAssimp(const std::string& path);

}  // namespace ricochet
