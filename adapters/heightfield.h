#pragma once

#include "adapters/shape_mesh.h"
#include "adapters/signature.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The triangles of a btHeightfieldTerrainShape with the names that Bullet gives them, facing up; a vertex
/// each grid point.
Result<ShapeMesh> readHeightfield(const btCollisionShape& shape);

/// Address of the heights, the grid, and a bounded sample of heights.
void signHeightfield(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
