#pragma once

#include "demos/scenes/scene.h"

#include <optional>

namespace ricochet::app {

/// What is wrong with the soft bodies of a scene now.
struct SoftFigures {
    int nodes = 0;
    int inside = 0;  ///< nodes in the solid of a mesh body
    /// Pairs of faces that intersect, of a soft body and another body; of one that collides with itself, also
    /// its own without a common node. Links are the faces of a body without faces.
    int crossings = 0;
};

/// None for a scene without soft bodies.
std::optional<SoftFigures> softFigures(const scenes::Scene& scene);

}  // namespace ricochet::app
