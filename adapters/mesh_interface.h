#pragma once

#include "adapters/shape_mesh.h"
#include "adapters/signature.h"

#include <BulletCollision/CollisionShapes/btStridingMeshInterface.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// All parts of an indexed mesh, scaled: vertices in float or double, indices of 8, 16 or 32 bits. A scaling
/// that mirrors turns the faces round, so that they still face outwards.
Result<ShapeMesh> readMeshInterface(const btStridingMeshInterface& mesh, const btVector3& scaling);

/// The named triangles only, which must be in ascending order and exist; vertices and faces in the same order
/// as among all of them.
Result<ShapeMesh> readTriangles(const btStridingMeshInterface& mesh, const btVector3& scaling,
                                std::vector<FaceName> names);

/// Triangles of all parts.
std::size_t countTriangles(const btStridingMeshInterface& mesh);

/// Addresses, counts, types, and a bounded sample of vertices and indices.
void sign(const btStridingMeshInterface& mesh, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
