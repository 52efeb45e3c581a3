#pragma once

#include "plugin/registration.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What finds the contacts of a pair of shapes.
enum class PairServer {
    stock,   ///< what stood in the dispatcher's table before us
    meshes,  ///< a narrow phase: two meshes, or a mesh and a polyhedron
    plane,   ///< a mesh and a static plane
    round,   ///< a contact method: a mesh and a round shape
    convex   ///< a contact method: two convex bodies that consist of vertices
};

/// As the shapes are now: a shape may have been exchanged, or its algorithm chosen, since the last step.
PairServer serverOf(const PairContext& context, const btCollisionShape& shape0,
                    const btCollisionShape& shape1);

/// What serves two shapes of which one is a mesh: the settings' choice, or one of the shapes'.
const MeshBackend& meshBackendOf(const PairContext& context, const btCollisionShape& shape0,
                                 const btCollisionShape& shape1);

/// The contact method that serves two polyhedral shapes; null: stock does.
std::shared_ptr<const ContactMethod> convexMethodOf(const PairContext& context,
                                                    const btCollisionShape& shape0,
                                                    const btCollisionShape& shape1);

/// What a stock algorithm was made for. Bullet's own never look again whether it still holds.
struct StockTarget {
    const btCollisionShape* shape;
    int type;
    int children;  ///< of a compound, for which Bullet keeps one algorithm each

    static StockTarget of(const btCollisionShape& shape);
    /// Whether an algorithm that was made for `other` serves this one, too.
    bool isServedLike(const StockTarget& other) const;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
