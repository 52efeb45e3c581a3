#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// The mesh in a file: OBJ, STL, PLY, glTF or DAE, by the name's extension. Vertices are in the file's unit
/// and are float32 values, widened to double: most meshes are made for float Bullet, and exact results need
/// exact input. Faces are in the file's order, including zero-area ones. An error message contains the file
/// and, for OBJ, the line.
Result<std::shared_ptr<Mesh>> readMesh(const std::string& path);

}  // namespace ricochet
