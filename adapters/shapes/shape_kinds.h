#pragma once

#include "adapters/shapes/shape_parts.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A Bullet shape type whose surface we can read.
struct ShapeKind {
    int type;           ///< BroadphaseNativeTypes
    const char* about;  ///< for messages to the user
    bool isMesh;        ///< a mesh, not a convex body
    bool isOpen;        ///< always open; bodies collide with its front
    Result<ShapeMesh> (*read)(const btCollisionShape&);
    void (*sign)(const btCollisionShape&, Signature&);  ///< adds its present state to a signature
    btScalar (*margin)(const btCollisionShape&);        ///< metres around the mesh that stock counts as solid
    const ShapeParts* parts;                            ///< null: it is only read whole
};

/// The row of a type, or null.
const ShapeKind* shapeKind(int type);

/// Whether this particular shape can be read: of the GImpact shapes, for example, only whole meshes can.
bool isReadable(const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
