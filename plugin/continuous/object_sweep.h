#pragma once

#include "adapters/model_cache.h"
#include "algorithms/swept/first_contact.h"
#include "plugin/registration.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A collision object in the course of a step.
struct MovingObject {
    const btCollisionObject* object;
    RigidMotion motion;  ///< of the object's own frame
};

/// The motion of a body from one transform to another, about its origin, which in Bullet is its centre of
/// mass.
RigidMotion motionBetween(const btTransform& from, const btTransform& to);

/// Metres: no point of the object is farther from its origin.
Real radiusOf(const btCollisionObject& object);

/// Metres: no point of the object goes farther.
Real displacementOf(const MovingObject& moving);

/// Metres: no point of A goes farther as seen from a point of B, whether both complete their motion or one
/// stops early.
Real relativeDisplacement(const MovingObject& a, const MovingObject& b);

/// A shape with faces, or a round one, in an object.
struct ShapePart {
    const btCollisionShape* shape;
    btTransform toObject;
    bool stands = false;  ///< its object: it may be large
};

/// What a part that stands may be met in, in its frame, while another one moves: boxes one after the
/// other, each some times as large as that one. Empty, as all must be known, where it does not stand.
/// `standing`, `motion`: of their objects; `gap`: metres beyond the other one.
std::vector<Aabb> boxesAlong(const ShapePart& part, const RigidMotion& standing, const ShapePart& other,
                             const RigidMotion& motion, Real gap);

/// Compounds are taken child by child; what has no faces and is not round is left out.
std::vector<ShapePart> partsOf(const btCollisionObject& object);

/// As Bullet counts faces, of what was read from a shape.
FaceName nameOf(const ShapeModel& shape, Index face);

/// What two objects touch with: compounds are taken child by child.
struct ObjectContact {
    SweptContact contact;
    FaceName faceA, faceB;
};

/// First contacts of moving objects, of the pairs of parts that are ours: a mesh, and something with faces or
/// a round shape, or two convex bodies. For one thread.
class ObjectSweep {
public:
    explicit ObjectSweep(std::shared_ptr<const PairContext> context) : context_(std::move(context)) {}

    /// `settings.gap` counts between the meshes: the gap at which shapes rest is the caller's to add.
    std::optional<ObjectContact> firstContact(const MovingObject& a, const MovingObject& b,
                                              const SweptSettings& settings);

    /// Metres: the largest gap at which a part of one rests on a part of the other; none where no two parts
    /// of them are ours.
    std::optional<Real> restGapOf(const btCollisionObject& a, const btCollisionObject& b) const;

private:
    std::optional<ShapeModel> read(const ShapePart& part, std::span<const Aabb> boxes,
                                   const MeshBackend& backend) const;
    bool isOurs(const ShapePart& partA, const ShapePart& partB) const;
    std::optional<ObjectContact> firstRoundContact(const ShapePart& partA, const RigidMotion& motionA,
                                                   const ShapePart& partB, const RigidMotion& motionB,
                                                   const MeshBackend& backend, const SweptSettings& settings);
    std::optional<ObjectContact> firstConvexContact(const ShapePart& partA, const RigidMotion& motionA,
                                                    const ShapePart& partB, const RigidMotion& motionB,
                                                    const SweptSettings& settings);
    std::optional<ObjectContact> firstContact(const ShapePart& partA, const RigidMotion& motionA,
                                              const ShapePart& partB, const RigidMotion& motionB,
                                              const SweptSettings& settings);

    std::shared_ptr<const PairContext> context_;
    PairMemory memory_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
