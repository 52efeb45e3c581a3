#pragma once

#include "algorithms/wide_tree/builder_box.h"

#include <span>

namespace ricochet::wide_tree {

/// The principal axes of the triangles' surface, each point of it weighing the same. A set without area
/// counts its corners instead.
/// Gottschalk, Lin, Manocha. OBBTree. 1996. Here of the surface itself, not of its hull.
Frame areaFrame(std::span<const FloatTriangle> triangles, std::span<const Index> faces);

/// The frame, found by a seeded random search, in which the boxes of the single triangles have the least
/// summed area; the identity if that is hardly worse. Principal axes do not suffice for a whole mesh: a cube
/// of pipes has none.
Frame meshFrame(std::span<const FloatTriangle> triangles);

}  // namespace ricochet::wide_tree
