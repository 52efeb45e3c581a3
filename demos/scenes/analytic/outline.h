#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

struct OutlinePoint {
    double x, z;  ///< metres
};

/// A polygon about the y axis, counter-clockwise as seen from above (from x to -z), in which every point is
/// seen from the axis.
using Outline = std::vector<OutlinePoint>;

/// An outline of `sides` sides whose middles are `apothem` from the axis.
Outline regularOutline(int sides, double apothem);
/// A disc of `sides` sides with a key that extends `outerRadius` from the axis and is narrower than a quarter
/// of it.
Outline keyOutline(int sides, double apothem, double outerRadius, double halfWidth);

/// How deep the point is inside the outline: its distance from the boundary; negative outside. Metres.
double depthIn(const Outline& outline, const OutlinePoint& point);

/// The solid with that section from y = bottom to y = top.
SceneMesh outlinePrism(const Outline& outline, double bottom, double top);
/// A round block whose top is y = 0, with a hole of that section and depth. Its edge is cut off down to y =
/// -chamfer, where the hole has `outline`; at the top it has `mouth`, of as many points.
SceneMesh outlineHole(const Outline& outline, double depth, double blockRadius, const Outline& mouth,
                      double chamfer);
/// The same without a chamfer.
SceneMesh outlineHole(const Outline& outline, double depth, double blockRadius);

}  // namespace ricochet::scenes
