#pragma once

#include "adapters/shapes/shape_mesh.h"
#include "adapters/shapes/signature.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <span>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The triangles of a btHeightfieldTerrainShape with Bullet's parts and indices, facing up; one vertex per
/// grid point. A height that is not a number makes a hole.
Result<ShapeMesh> readHeightfield(const btCollisionShape& shape);
/// At least those that one of the boxes (in the shape's frame) overlaps, in the same order.
Result<ShapeMesh> readHeightfieldPart(const btCollisionShape& shape, std::span<const Aabb> boxes);
std::size_t heightfieldTriangles(const btCollisionShape& shape);
int heightfieldUpAxis(const btCollisionShape& shape);

/// Address of the heights, the grid, and a bounded sample of heights.
void signHeightfield(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
