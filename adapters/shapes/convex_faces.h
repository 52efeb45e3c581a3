#pragma once

#include "adapters/shapes/shape_mesh.h"
#include "adapters/shapes/signature.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// `read…` returns faces, `read…Corners` the points whose hull the shape is.

/// A btBoxShape with its margin, which Bullet counts as part of the box: 12 faces.
Result<ShapeMesh> readBox(const btCollisionShape& shape);
Result<std::vector<Vec3>> readBoxCorners(const btCollisionShape& shape);
void signBox(const btCollisionShape& shape, Signature& signature);

/// The convex hull of a btPolyhedralConvexShape's vertices, margin not included.
Result<ShapeMesh> readPolyhedron(const btCollisionShape& shape);
Result<std::vector<Vec3>> readPolyhedronCorners(const btCollisionShape& shape);
void signPolyhedron(const btCollisionShape& shape, Signature& signature);

/// As signPolyhedron, for a btConvexHullShape, whose points are directly accessible.
void signHull(const btCollisionShape& shape, Signature& signature);

/// The same for a btConvexTriangleMeshShape, which has a mesh but no accessor for its vertices.
Result<ShapeMesh> readConvexMesh(const btCollisionShape& shape);
Result<std::vector<Vec3>> readConvexMeshCorners(const btCollisionShape& shape);
void signConvexMesh(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
