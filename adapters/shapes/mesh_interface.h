#pragma once

#include "adapters/shapes/shape_mesh.h"
#include "adapters/shapes/signature.h"

#include <BulletCollision/CollisionShapes/btStridingMeshInterface.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Limit for a mesh that is read whole, so that corners of both sides of its faces fit 32-bit indices.
inline constexpr std::size_t kMostIndices = (std::size_t{1} << 31) - 1;

/// All parts of an indexed mesh, scaled: vertices in float or double, indices of 8, 16 or 32 bits, at most
/// `kMostIndices` of them. A mirroring scale reverses the faces, so that they still point outwards.
Result<ShapeMesh> readMeshInterface(const btStridingMeshInterface& mesh, const btVector3& scaling);

/// Only the given triangles, which must be in ascending order and exist; vertices and faces in the same order
/// as in the whole mesh.
Result<ShapeMesh> readTriangles(const btStridingMeshInterface& mesh, const btVector3& scaling,
                                std::vector<FaceName> names);

/// Adds a number of triangles of all parts, scaled, from a given one on; fewer only at the end.
Result<void> readSlice(const btStridingMeshInterface& mesh, const btVector3& scaling, std::size_t first,
                       std::size_t count, std::vector<Triangle>& out);

/// Triangles of all parts.
std::size_t countTriangles(const btStridingMeshInterface& mesh);

/// Addresses, counts, types, and a bounded sample of vertices and indices.
void sign(const btStridingMeshInterface& mesh, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
