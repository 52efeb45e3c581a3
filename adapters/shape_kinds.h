#pragma once

#include "adapters/shape_mesh.h"
#include "adapters/signature.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Whether a mesh has an inside, where its file says so.
struct KnownInside {
    bool hasInside;
    /// In steps of a scan: when the same mesh in memory would be known to have one, so that bodies move
    /// alike; 0: at once.
    std::size_t steps;
};

/// How a shape that only stands is read in parts: boxes in, triangles out. Regions, sweeps and scans know a
/// large shape by nothing else.
struct ShapeParts {
    std::size_t (*triangles)(const btCollisionShape&);
    int (*columnAxis)(
        const btCollisionShape&);  ///< a terrain's up axis, along which it is not divided; or -1
    /// What one of the boxes in the shape's frame overlaps, at least, each triangle once, in the order of the
    /// whole.
    Result<ShapeMesh> (*read)(const btCollisionShape&, std::span<const Aabb> boxes);
    /// Whether a box overlaps nothing; null: that is not known more cheaply than by reading.
    bool (*isClear)(const btCollisionShape&, const Aabb& box);
    /// Adds so many triangles of the whole from a number on, fewer only at its end; fails where one cannot be
    /// read. Null: there is no need to ask whether it has an inside, or `inside` says so.
    Result<void> (*slice)(const btCollisionShape&, std::size_t first, std::size_t count,
                          std::vector<Triangle>& out);
    KnownInside (*inside)(const btCollisionShape&);  ///< null: it is not known

    /// What overlaps the box will soon be read: returns at once, and changes no result. Null: it costs
    /// nothing.
    void (*expect)(const btCollisionShape&, const Aabb& box);

    bool canHaveInside() const { return slice || inside; }
};

/// A Bullet shape type whose surface we can read.
struct ShapeKind {
    int type;           ///< BroadphaseNativeTypes
    const char* about;  ///< for sentences to the user
    bool isMesh;        ///< a mesh by nature, and not a convex body
    bool isOpen;        ///< by nature; bodies meet its front
    Result<ShapeMesh> (*read)(const btCollisionShape&);
    void (*sign)(const btCollisionShape&, Signature&);  ///< what tells its present state from another
    btScalar (*margin)(const btCollisionShape&);        ///< metres around the mesh that stock counts as solid
    const ShapeParts* parts;                            ///< null: it is only read whole
};

/// The row of a type, or nothing.
const ShapeKind* shapeKind(int type);

/// Whether this very shape can be read: of the GImpact shapes, for one, only whole meshes can.
bool isReadable(const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
