#pragma once

#include "adapters/shape_kinds.h"
#include "adapters/shape_mesh.h"
#include "adapters/signature.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <span>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Other shapes may have the same type: one that a user derives from btConcaveShape.
bool isMkTreeShape(const btCollisionShape& shape);

/// All of a ricochet::MkTreeShape; an error where it is too large for that, or a leaf is damaged. Faces in
/// the order of their names, vertices in the order of their coordinates, so that those of a part come in the
/// same order.
Result<ShapeMesh> readMkTree(const btCollisionShape& shape);
/// What one of the boxes in the shape's frame overlaps, in the same order.
Result<ShapeMesh> readMkTreePart(const btCollisionShape& shape, std::span<const Aabb> boxes);
/// Whether a box overlaps nothing; not where a leaf is damaged.
bool isMkTreeClear(const btCollisionShape& shape, const Aabb& box);
/// As the file says. Up to two million triangles that holds once a scan of the same mesh in memory would have
/// found it, above at once.
KnownInside insideOfMkTree(const btCollisionShape& shape);
/// The file's thread reads what the box overlaps.
void expectOfMkTree(const btCollisionShape& shape, const Aabb& box);
std::size_t mktreeTriangles(const btCollisionShape& shape);

/// The open file and the scaling.
void signMkTree(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
