#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// A solid's extent in y at one x.
struct Column {
    double x, bottom, top;
};

/// A solid with a constant section along z, from -halfLength to halfLength. The section is linear between its
/// columns, from left to right; the first and the last may have zero height.
SceneMesh prism(const std::vector<Column>& columns, double halfLength);

}  // namespace ricochet::scenes
