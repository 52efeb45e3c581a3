#pragma once

#include "algorithms/geometry/types.h"

#include <ricochet/precision.h>

#include <compare>
#include <optional>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// How Bullet names a face: a part of its mesh, and a triangle in that part.
struct FaceName {
    int part;
    int triangle;
    auto operator<=>(const FaceName&) const = default;
};

/// What is read out of a collision shape, in the shape's frame, local scaling applied.
struct ShapeMesh {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    std::vector<FaceName> faceNames;  ///< one a face; empty for a convex shape, whose faces have no names
    std::optional<Vec3> up;           ///< unit: of a terrain, below which is inside
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
