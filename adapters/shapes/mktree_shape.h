#pragma once

#include "adapters/shapes/shape_kinds.h"
#include "adapters/shapes/shape_mesh.h"
#include "adapters/shapes/signature.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <span>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Other shapes may have the same type, such as a user's own class derived from btConcaveShape.
bool isMkTreeShape(const btCollisionShape& shape);

/// All of a ricochet::MkTreeShape; an error if it is too large, or a leaf is damaged. Faces in the order of
/// their parts and numbers, vertices in the order of their coordinates, so that those of a region have the
/// same order.
Result<ShapeMesh> readMkTree(const btCollisionShape& shape);
/// The triangles that one of the boxes (in the shape's frame) overlaps, in the same order.
Result<ShapeMesh> readMkTreePart(const btCollisionShape& shape, std::span<const Aabb> boxes);
/// Whether a box overlaps nothing; false if a leaf is damaged.
bool isMkTreeClear(const btCollisionShape& shape, const Aabb& box);
/// From the file. Up to two million triangles it takes effect when a scan of the same mesh in memory would
/// have found it; above, immediately.
KnownInside insideOfMkTree(const btCollisionShape& shape);
/// Lets the file's thread read the leaves that the box overlaps.
void expectOfMkTree(const btCollisionShape& shape, const Aabb& box);
std::size_t mktreeTriangles(const btCollisionShape& shape);

/// The open file and the scaling.
void signMkTree(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
