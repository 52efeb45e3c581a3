#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/types.h"

#include <compare>
#include <optional>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Bullet's identification of a face: a part of its mesh, and a triangle in that part.
struct FaceName {
    int part;
    int triangle;
    auto operator<=>(const FaceName&) const = default;
};

/// The mesh of a collision shape, in the shape's frame, with local scaling applied.
struct ShapeMesh {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    std::vector<FaceName> faceNames;  ///< one per face; empty for a convex shape, whose faces have no names
    std::optional<Vec3> up;           ///< unit: of a terrain, whose inside is below
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
