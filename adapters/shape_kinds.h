#pragma once

#include "adapters/shape_mesh.h"
#include "adapters/signature.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A Bullet shape type whose surface we can read.
struct ShapeKind {
    int type;           ///< BroadphaseNativeTypes
    const char* about;  ///< for sentences to the user
    bool isMesh;        ///< a mesh by nature, and not a convex body
    bool isOpen;        ///< by nature; bodies meet its front
    Result<ShapeMesh> (*read)(const btCollisionShape&);
    void (*sign)(const btCollisionShape&, Signature&);  ///< what tells its present state from another
    btScalar (*margin)(const btCollisionShape&);        ///< metres around the mesh that stock counts as solid
};

/// The row of a type, or nothing.
const ShapeKind* shapeKind(int type);

/// Whether this very shape can be read: of the GImpact shapes, for one, only whole meshes can.
bool isReadable(const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
