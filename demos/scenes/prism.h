#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// A solid's extent in y at one x.
struct Column {
    double x, bottom, top;
};

/// A solid with the same section all along z, from -halfLength to halfLength. The section is straight between
/// its columns, which go from left to right; the first and the last may have no height and be a point.
SceneMesh prism(const std::vector<Column>& columns, double halfLength);

}  // namespace ricochet::scenes
