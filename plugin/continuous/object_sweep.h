#pragma once

#include "adapters/shape_cache/model_cache.h"
#include "adapters/shapes/placed_shape.h"
#include "algorithms/swept/first_contact.h"
#include "plugin/registration.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A collision object moving in a step.
struct MovingObject {
    const btCollisionObject* object;
    RigidMotion motion;  ///< of the object's own frame
};

/// The motion of a body from one transform to another, about its origin, which in Bullet is its centre of
/// mass.
RigidMotion motionBetween(const btTransform& from, const btTransform& to);

/// Metres: greatest distance of the object's points from its origin.
Real radiusOf(const btCollisionObject& object);

/// Metres: upper bound of the displacement of the object's points.
Real displacementOf(const MovingObject& moving);

/// Metres: upper bound of the displacement of A's points relative to B's, whether both complete their motion
/// or one stops early.
Real relativeDisplacement(const MovingObject& a, const MovingObject& b);

/// The boxes, in a static part's frame, in which another moving part may touch it: a sequence of boxes, each
/// a few times as large as the moving part. Empty if the part is not static and must be known whole.
/// `standing`, `motion`: of their objects; `gap`: metres beyond the other one.
std::vector<Aabb> boxesAlong(const PlacedShape& part, const RigidMotion& standing, const PlacedShape& other,
                             const RigidMotion& motion, Real gap);

/// In the object's frame; shapes that have no faces and are not round are omitted.
std::vector<PlacedShape> partsOf(const btCollisionObject& object);

/// Bullet's identification of a face.
FaceName nameOf(const ShapeModel& shape, Index face);

/// The touching parts of two objects: compounds are taken child by child.
struct ObjectContact {
    SweptContact contact;
    FaceName faceA, faceB;
};

/// First contacts of moving objects, of the pairs of parts that are ours: a mesh, and something with faces or
/// a round shape, or two convex bodies. For one thread.
class ObjectSweep {
public:
    explicit ObjectSweep(std::shared_ptr<const PairContext> context) : context_(std::move(context)) {}

    /// `settings.gap` is between the meshes: the caller adds the rest gap of the shapes.
    std::optional<ObjectContact> firstContact(const MovingObject& a, const MovingObject& b,
                                              const SweptSettings& settings);

    /// Metres: the largest rest gap of a part of one and a part of the other; none if we serve no pair of
    /// parts.
    std::optional<Real> combinedRestGap(const btCollisionObject& a, const btCollisionObject& b) const;

private:
    std::optional<ShapeModel> read(const PlacedShape& part, std::span<const Aabb> boxes,
                                   const MeshBackend& backend) const;
    bool isOurs(const PlacedShape& partA, const PlacedShape& partB) const;
    std::optional<ObjectContact> firstRoundContact(const PlacedShape& partA, const RigidMotion& motionA,
                                                   const PlacedShape& partB, const RigidMotion& motionB,
                                                   const MeshBackend& backend, const SweptSettings& settings);
    std::optional<ObjectContact> firstConvexContact(const PlacedShape& partA, const RigidMotion& motionA,
                                                    const PlacedShape& partB, const RigidMotion& motionB,
                                                    const SweptSettings& settings);
    std::optional<ObjectContact> firstContact(const PlacedShape& partA, const RigidMotion& motionA,
                                              const PlacedShape& partB, const RigidMotion& motionB,
                                              const SweptSettings& settings);

    std::shared_ptr<const PairContext> context_;
    PairMemory memory_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
