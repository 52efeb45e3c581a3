#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>

namespace ricochet {

/// STL, binary or text. Normals are skipped: a facet's orientation follows from the order of its vertices.
/// Vertices with exactly the same coordinates are joined. A file is binary if it has the size given by its
/// facet count, or more and does not begin with `solid`.
Result<std::shared_ptr<Mesh>> readStl(const std::string& path);

}  // namespace ricochet
