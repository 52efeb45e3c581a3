#pragma once

#include "adapters/model_cache.h"
#include "algorithms/contact/contact_method.h"
#include "algorithms/geometry/round_shape.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// One of the two bodies of a pair, as contacts and Bullet's callbacks need it. Refers to what lives for one
/// call of the dispatcher.
struct ContactSide {
    const btCollisionObjectWrapper* wrap = nullptr;
    const ShapeModel* shape = nullptr;    ///< null for a plane, a round shape and a convex body
    const RoundShape* round = nullptr;    ///< null but for a round shape
    const ConvexModel* convex = nullptr;  ///< null but for one of two convex bodies
    btScalar margin = 0;                  ///< metres of solid around the mesh, round shape or convex body
    BodyMotion motion;

    const btCollisionObject& object() const { return *wrap->getCollisionObject(); }
    /// Metres: no point of the shape is farther from its origin. Infinite for a plane.
    Real radius() const;
    bool hasFaceNames() const { return shape && !shape->faceNames->empty(); }
};

/// Bullet's name of a face; of a side whose faces have none, the name of the side (a compound's child).
FaceName faceNameOf(const ContactSide& side, Index face);

/// The face that a contact touches, as Bullet's callbacks want it: as a triangle shape where the side is a
/// mesh, else the side as it is.
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
