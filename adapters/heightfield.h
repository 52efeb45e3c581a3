#pragma once

#include "adapters/shape_mesh.h"
#include "adapters/signature.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <span>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The triangles of a btHeightfieldTerrainShape with the names that Bullet gives them, facing up; a vertex
/// each grid point. Where a height is no number there is a hole.
Result<ShapeMesh> readHeightfield(const btCollisionShape& shape);
/// Those that one of the boxes in the shape's frame overlaps, and a few more, in the same order.
Result<ShapeMesh> readHeightfieldPart(const btCollisionShape& shape, std::span<const Aabb> boxes);
std::size_t heightfieldTriangles(const btCollisionShape& shape);
int heightfieldUpAxis(const btCollisionShape& shape);

/// Address of the heights, the grid, and a bounded sample of heights.
void signHeightfield(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
