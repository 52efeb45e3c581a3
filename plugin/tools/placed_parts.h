#pragma once

#include "adapters/shape_cache/shape_model.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <LinearMath/btTransform.h>

#include <optional>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A part of a shape, prepared for a query at a pose: the shape itself, or a child of a compound.
struct PlacedPart {
    ShapeModel shape;
    Pose pose;
    int child = -1;  ///< its number among a compound's children, those of nested compounds depth first

    MeshInstance placed() const { return {shape.model.get(), pose}; }
};

/// The parts of a mesh, a polyhedron, or a compound of these, from the process's cache; none where a large
/// mesh or terrain has no faces in `where`, a box in the world outside of which they need not be read. An
/// error message if a part has no faces, a compound no children, or the transform is not finite. Thread-safe.
Result<std::vector<PlacedPart>> placedParts(const btCollisionShape& shape, const btTransform& toWorld,
                                            const ModelRequest& request, const std::optional<Aabb>& where);

/// A box, in the world, that contains everything up to `distance` (metres) from the shape.
Aabb worldBox(const btCollisionShape& shape, const btTransform& toWorld, Real distance = 0);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
