#include "adapters/shapes/convert.h"
#include "adapters/shapes/mktree_shape.h"
#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/moving_world.h"
#include "plugin/nearest_name.h"
#include "plugin/prediction/mktree_objects.h"
#include "plugin/process_state.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/predict_collision.h>

#include <cmath>
#include <span>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kNoTurn = 1e-9;     // radians in a horizon: smaller rotations are negligible
constexpr Real kDeviation = 1e-4;  // metres: of the screws that approximate a relative motion

/// A part of the moving body.
struct BodyPart {
    std::shared_ptr<const PredictedBody> body;
    Pose toObject;
};

Result<void> addParts(const btCollisionShape& shape, const btTransform& toObject,
                      std::vector<BodyPart>& parts) {
    if (shape.isCompound()) {
        const auto& compound = static_cast<const btCompoundShape&>(shape);
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            auto added =
                addParts(*compound.getChildShape(i), toObject * compound.getChildTransform(i), parts);
            if (!added) return added;
        }
        return {};
    }
    auto body = findBody(processState().movingBodies, shape);
    if (!body) return tl::unexpected(body.error());
    parts.push_back({std::move(*body), toPose(toObject)});
    return {};
}

/// The nearest rotation: Bullet's matrices are only approximately rotations.
Pose rigid(const btTransform& transform) {
    const Pose pose = toPose(transform);
    const Eigen::JacobiSVD<Matrix3> svd(pose.rotation, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const bool isRotation = pose.rotation.isIdentity(0);
    return {isRotation ? pose.rotation : Matrix3(svd.matrixU() * svd.matrixV().transpose()),
            pose.translation};
}

Pose operator*(const Pose& outer, const Pose& inner) {
    return {outer.rotation * inner.rotation, transformPoint(outer, inner.translation)};
}

/// The whole motion of a body whose origin is at a given position in the world.
ScrewMotion screwMotion(const Vec3& origin, const Vec3& linear, const Vec3& angular, Real horizon) {
    ScrewMotion screw;
    screw.point = origin;
    const Real speed = angular.norm();
    if (speed * horizon <= kNoTurn) {
        const Real linearSpeed = linear.norm();
        if (linearSpeed > 0) screw.axis = linear / linearSpeed;
        screw.rise = linearSpeed * horizon;
        return screw;
    }
    screw.axis = angular / speed;
    screw.point += screw.axis.cross(linear) / speed;
    screw.angle = speed * horizon;
    screw.rise = screw.axis.dot(linear) * horizon;
    return screw;
}

ScrewMotion seenFrom(const Pose& frame, ScrewMotion screw) {
    screw.axis = (frame.rotation.transpose() * screw.axis).normalized();
    screw.point = frame.rotation.transpose() * (screw.point - frame.translation);
    return screw;
}

/// A static or moving object of the world, with its own motion.
ScrewFlight screwFlight(const btCollisionObject& object, btScalar horizon) {
    ScrewFlight flight;
    flight.from = object.getWorldTransform();
    flight.horizon = horizon;
    if (const btRigidBody* const body = btRigidBody::upcast(&object); body && !body->isStaticObject()) {
        flight.linearVelocity = body->getLinearVelocity();
        flight.angularVelocity = body->getAngularVelocity();
    }
    return flight;
}

bool isMoving(const ScrewFlight& flight) {
    return !flight.linearVelocity.isZero() || !flight.angularVelocity.isZero();
}

ScrewMotion screwMotion(const ScrewFlight& flight) {
    return screwMotion(toVec3(flight.from.getOrigin()), toVec3(flight.linearVelocity),
                       toVec3(flight.angularVelocity), Real(flight.horizon));
}

/// A first contact in the frame of a tree.
struct FoundContact {
    mktree::Prediction contact;
    Pose toWorld;  ///< of the tree, at that time
    Real deviation;
};

class Prediction {
public:
    Prediction(const ScrewFlight& flight, std::span<const BodyPart> parts,
               const mktree::PredictionMethod& method)
        : flight_(flight), parts_(parts), method_(method) {}

    Result<void> meet(const btCollisionObject& object) {
        for (const MkTreePart& tree : mktreeParts(object)) {
            if (const auto met = meet(object, tree); !met) return met;
        }
        return {};
    }

    PredictedCollision first() && { return std::move(first_); }

private:
    Result<void> meet(const btCollisionObject& object, const MkTreePart& tree) {
        if (tree.shape->getLocalScaling() != btVector3(1, 1, 1)) {
            return tl::unexpected(std::string("No collision is predicted with a scaled MKtree shape."));
        }
        const ScrewFlight objectsOwn = screwFlight(object, flight_.horizon);
        const RigidMotion motion =
            rigidMotionOf(screwMotion(objectsOwn), rigid(objectsOwn.from) * rigid(tree.toObject));
        for (const BodyPart& part : parts_) {
            const auto met = isMoving(objectsOwn) ? firstInMoving(*tree.shape, motion, part)
                                                  : firstInStanding(*tree.shape, motion.poseAt0, part);
            if (!met) return tl::unexpected(met.error());
            if (!*met || (first_.isMet && (*met)->contact.contact.time >= end_)) continue;
            end_ = (*met)->contact.contact.time;
            note(object, part, **met);
        }
        return {};
    }

    /// In the frame of a static tree the motion is one screw.
    Result<std::optional<FoundContact>> firstInStanding(const MkTreeShape& shape, const Pose& toWorld,
                                                        const BodyPart& part) const {
        const Pose pose = ricochet::seenFrom(toWorld, toPose(flight_.from));
        const auto met =
            mktree::predictBy(method_, shape.file()->reader().tree(), part.body->body, pose * part.toObject,
                              seenFrom(toWorld, screwMotion(flight_)), end_);
        if (!met) return tl::unexpected(met.error());
        return *met ? std::optional(FoundContact{**met, toWorld, 0}) : std::nullopt;
    }

    Result<std::optional<FoundContact>> firstInMoving(const MkTreeShape& shape, const RigidMotion& ofTree,
                                                      const BodyPart& part) const {
        const RigidMotion ofPart = rigidMotionOf(screwMotion(flight_), rigid(flight_.from) * part.toObject);
        const auto met = mktree::predictInMovingWorld(shape.file()->reader().tree(), part.body->body, ofPart,
                                                      ofTree, {kDeviation, end_, &method_});
        if (!met) return tl::unexpected(met.error());
        if (!met->first) return std::nullopt;
        return FoundContact{*met->first, poseAt(ofTree, met->first->contact.time), met->deviation};
    }

    void note(const btCollisionObject& object, const BodyPart& part, const FoundContact& found) {
        const SweptContact& contact = found.contact.contact;
        first_ = {};
        first_.isMet = true;
        first_.startsInContact = found.contact.startsInContact;
        first_.time = btScalar(end_ * Real(flight_.horizon));
        first_.point = toBullet(transformPoint(found.toWorld, contact.onB));
        first_.normal = toBullet(Vec3(found.toWorld.rotation * contact.normal));
        first_.object = &object;
        first_.part = static_cast<int>(found.contact.part);
        first_.triangle = static_cast<int>(contact.faces.faceB);
        if (!part.body->faceNames.empty()) {
            const FaceName& name = part.body->faceNames[contact.faces.faceA];
            first_.bodyPart = name.part;
            first_.bodyTriangle = name.triangle;
        }
        first_.deviation = btScalar(found.deviation);
    }

    const ScrewFlight& flight_;
    std::span<const BodyPart> parts_;
    const mktree::PredictionMethod& method_;
    Real end_ = 1;  ///< of the horizon: time of the first contact so far
    PredictedCollision first_;
};

/// Whether Bullet's filters let them collide.
bool mayMeet(const btCollisionObject& body, const btCollisionObject& object) {
    const btBroadphaseProxy *a = body.getBroadphaseHandle(), *b = object.getBroadphaseHandle();
    if (!a || !b) return true;
    return (a->m_collisionFilterGroup & b->m_collisionFilterMask) != 0 &&
           (b->m_collisionFilterGroup & a->m_collisionFilterMask) != 0;
}

PredictedCollision failure(std::string message) {
    PredictedCollision failed;
    failed.error = std::move(message);
    return failed;
}

std::string unknownMethod(const std::string& name) {
    std::vector<std::string> names;
    for (const mktree::PredictionMethod& method : mktree::predictionMethods())
        names.emplace_back(method.name);
    return "There is no prediction method '" + name + "': " + knownNames(name, names) + ".";
}

PredictedCollision predictOne(const btCollisionWorld& world, const btCollisionObject& body,
                              std::span<const BodyPart> parts, const ScrewFlight& flight,
                              const mktree::PredictionMethod& method) {
    if (!(flight.horizon >= 0) || !std::isfinite(flight.horizon)) {
        return failure("The horizon of a prediction must be zero or a positive number of seconds.");
    }
    Prediction prediction(flight, parts, method);
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        if (objects[i] == &body || !mayMeet(body, *objects[i])) continue;
        if (const auto met = prediction.meet(*objects[i]); !met) return failure(met.error());
    }
    return std::move(prediction).first();
}

}  // namespace

PredictedCollision predictCollision(const btCollisionWorld& world, const btCollisionObject& body,
                                    btScalar horizon, const std::string& method) {
    return predictCollisions(world, body, {screwFlight(body, horizon)}, method).front();
}

std::vector<PredictedCollision> predictCollisions(const btCollisionWorld& world,
                                                  const btCollisionObject& body,
                                                  const std::vector<ScrewFlight>& motions,
                                                  const std::string& method) {
    const mktree::PredictionMethod* const chosen = mktree::findPredictionMethod(method);
    if (!chosen) return {motions.size(), failure(unknownMethod(method))};
    std::vector<BodyPart> parts;
    const auto read = addParts(*body.getCollisionShape(), btTransform::getIdentity(), parts);
    if (!read) return {motions.size(), failure(read.error())};
    std::vector<PredictedCollision> predictions;
    for (const ScrewFlight& motion : motions) {
        predictions.push_back(predictOne(world, body, parts, motion, *chosen));
    }
    return predictions;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
