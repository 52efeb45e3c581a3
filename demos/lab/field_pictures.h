#pragma once

#include "algorithms/spherical_field/field.h"
#include "demos/view/png_writer.h"

#include <filesystem>

namespace ricochet::lab {

/// Figure 9 of the paper as DIR/sides-upper.png and DIR/sides-lower.png: the six sides (+x, +y, +z, -x, -y,
/// -z) as grey images of their distances, cells without any surface blue; below them their transforms, the
/// overall bound in the lower left, red and green for negative and positive differences.
Result<void> drawSides(const spherical_field::Field& field, const std::filesystem::path& folder);

/// Figure 11 as DIR/layers.png: the mesh, each face in the colour of its layer, counted from the centre.
/// Needs OpenGL.
Result<void> drawLayers(const spherical_field::Field& field, const Mesh& mesh,
                        const std::filesystem::path& folder);

}  // namespace ricochet::lab
