#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// The mesh in a file: OBJ, STL, PLY, glTF or DAE, told by the name's extension. Vertices come in the file's
/// unit and are float32 values, widened to double: Bullet's float is what most meshes are made for, and exact
/// answers need exact input. Faces keep the file's order, zero-area ones stay. Where there is no mesh to be
/// had, one sentence names the file and, for OBJ, the line.
Result<std::shared_ptr<Mesh>> readMesh(const std::string& path);

}  // namespace ricochet
