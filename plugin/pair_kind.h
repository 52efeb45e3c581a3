#pragma once

#include "plugin/registration.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What finds the contacts of a pair of shapes.
enum class PairKind {
    stock,   ///< the previous entry of the dispatcher's table
    meshes,  ///< a narrow phase: two meshes, or a mesh and a polyhedron
    plane,   ///< a mesh and a static plane
    round,   ///< a contact method: a mesh and a round shape
    convex,  ///< a contact method: two convex bodies that consist of vertices
    soft     ///< a mesh and a soft body whose nodes collide, or two soft bodies whose faces do
};

/// For the current shapes: a shape may have been replaced, or its algorithm chosen, since the last step.
PairKind pairKind(const PairContext& context, const btCollisionShape& shape0, const btCollisionShape& shape1);

/// Counts a pair that begins: who serves it, or why it is left to stock.
void countBegun(PairContext& context, PairKind kind, const btCollisionShape& shape0,
                const btCollisionShape& shape1);

/// The backend for two shapes, one of which is a mesh: the settings' choice, or one of the shapes'.
const MeshBackend& meshBackendOf(const PairContext& context, const btCollisionShape& shape0,
                                 const btCollisionShape& shape1);

/// The contact method that serves two polyhedral shapes; null: stock does.
std::shared_ptr<const ContactMethod> convexMethodOf(const PairContext& context,
                                                    const btCollisionShape& shape0,
                                                    const btCollisionShape& shape1);

/// The shapes for which a stock algorithm was created. Bullet's own algorithms never check whether these have
/// changed.
struct StockShapeKey {
    const btCollisionShape* shape;
    int type;
    int children;  ///< of a compound, for each of which Bullet has an algorithm

    static StockShapeKey of(const btCollisionShape& shape);
    /// Whether an algorithm created for `other` also serves this.
    bool isServedLike(const StockShapeKey& other) const;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
