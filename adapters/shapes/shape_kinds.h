#pragma once

#include "adapters/shapes/convex_solids.h"
#include "adapters/shapes/shape_parts.h"
#include "algorithms/geometry/round_shape.h"

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A type of Bullet's shapes. It is a mesh, a polyhedron, a round shape, or only a solid with mass
/// properties.
struct ShapeKind {
    int type;           ///< BroadphaseNativeTypes
    const char* about;  ///< for messages to the user

    bool isMesh = false;  ///< a mesh, not a convex body
    bool isOpen = false;  ///< always open; bodies collide with its front

    /// Whether this particular shape can be read: of the GImpact shapes, for example, only whole meshes can.
    /// Null: each can.
    bool (*isValid)(const btCollisionShape&) = nullptr;
    /// Metres around what is read that stock counts as solid.
    btScalar (*margin)(const btCollisionShape&) = nullptr;
    /// Adds its present state to a signature. Null: reading it is faster than comparing.
    void (*sign)(const btCollisionShape&, Signature&) = nullptr;

    Result<ShapeMesh> (*read)(const btCollisionShape&) = nullptr;  ///< its surface; null: it has no faces
    const ShapeParts* parts = nullptr;                             ///< null: it is only read whole
    /// The points whose hull it is. Null: it is no polyhedron.
    Result<std::vector<Vec3>> (*readCorners)(const btCollisionShape&) = nullptr;
    RoundShape (*readRound)(const btCollisionShape&) = nullptr;            ///< null: it is not round
    Result<SolidProperties> (*readSolid)(const btConvexShape&) = nullptr;  ///< null: there is no closed form
};

/// The row of a type, or null.
const ShapeKind* shapeKind(int type);
/// The row of a shape that has one.
const ShapeKind& shapeKind(const btCollisionShape& shape);

/// Whether this is a shape with faces that we can read.
bool isReadable(const btCollisionShape& shape);

/// Whether this is a box, a convex hull, or another convex shape that consists of vertices.
bool isPolyhedral(const btCollisionShape& shape);

/// Whether this is a sphere, capsule, cylinder, cone or multi-sphere of valid size. A non-uniformly scaled
/// multi-sphere is not round: in Bullet it is no longer a hull of spheres.
bool isRound(const btCollisionShape& shape);

/// Signature of a shape's present state. The kind must have one.
std::uint64_t shapeSignature(const btCollisionShape& shape);

/// The solid of one of Bullet's convex shapes: spheres, capsules, cylinders and cones by closed forms,
/// polyhedra by their hull, others by their support points, to 1e-3. Margins are included if Bullet includes
/// them in the shape's dimensions (spheres, capsules, boxes, cylinders, and shapes known only by support
/// points), and not for cones and polyhedra. An error message if it has no volume.
Result<SolidProperties> readConvexSolid(const btConvexShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
