#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>

namespace ricochet::lab {

/// Each face cut into parts * parts ones of its own form, in its plane; faces go on sharing their vertices.
std::shared_ptr<Mesh> withFacesCut(const Mesh& mesh, Index parts);

/// The largest side of its bounding box becomes 1, and the box's centre the origin.
std::shared_ptr<Mesh> inUnitBox(const Mesh& mesh);

}  // namespace ricochet::lab
