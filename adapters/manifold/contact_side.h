#pragma once

#include "adapters/shape_cache/model_cache.h"
#include "algorithms/contact/contact_method.h"
#include "algorithms/geometry/round_shape.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// One of the two bodies of a pair, in the form that contacts and Bullet's callbacks need. Valid during one
/// call of the dispatcher.
struct ContactSide {
    const btCollisionObjectWrapper* wrap = nullptr;
    const ShapeModel* shape = nullptr;    ///< null for a plane, a round shape and a convex body
    const RoundShape* round = nullptr;    ///< null except for a round shape
    const ConvexModel* convex = nullptr;  ///< null except for one of two convex bodies
    btScalar margin = 0;                  ///< metres of solid around the mesh, round shape or convex body
    BodyMotion motion;

    const btCollisionObject& object() const { return *wrap->getCollisionObject(); }
    /// Metres: greatest distance of the shape's points from its origin. Infinite for a plane.
    Real radius() const;
    bool hasFaceNames() const { return shape && !shape->faceNames->empty(); }
};

/// Bullet's part and index of a face; if the side's faces have none, those of the side (a compound's child).
FaceName faceName(const ContactSide& side, Index face);

/// The face of a contact in the form of Bullet's callbacks: a triangle shape if the side is a mesh, else the
/// side itself.
class TouchedFace {
public:
    TouchedFace(const ContactSide& side, Index face);
    const btCollisionObjectWrapper& wrap() const { return isTriangle_ ? triangleWrap_ : sideWrap_; }

private:
    bool isTriangle_;
    btTriangleShape triangle_;
    const btCollisionObjectWrapper& sideWrap_;
    btCollisionObjectWrapper triangleWrap_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
