#pragma once

#include "algorithms/geometry/types.h"

#include <cstdint>

namespace ricochet::obb_tree {

/// From what the axes of a group's box are computed: those along which it spreads most.
enum class Fit : std::uint8_t {
    ours,          ///< the area of the hull, of small groups that of the faces; or the parent's axes
    paper,         ///< the area of the convex hull of every group
    hullVertices,  ///< the vertices of the convex hull of every group
    vertices       ///< the vertices of all triangles
};

/// Every fit splits a group alike: perpendicular to the longest axis that divides it, at the mean
/// of its vertices. `ours` alone keeps the parent's axes where they give a smaller box, and aligns the box of
/// a single face with its longest edge.
struct BuildSettings {
    Fit fit = Fit::ours;
    /// Faces: with `Fit::ours`, nodes of at least this size are fitted by their convex hull, as in the paper;
    /// smaller ones by their faces' own area, which gives equally good boxes and is built several times as
    /// fast.
    Index hullFrom = 1024;
    /// Faces: a group of at most this size is not divided.
    Index leafFaces = 1;
};

}  // namespace ricochet::obb_tree
