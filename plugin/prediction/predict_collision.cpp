#include "adapters/shapes/convert.h"
#include "adapters/shapes/mktree_shape.h"
#include "adapters/shapes/placed_shape.h"
#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/moving_world.h"
#include "plugin/nearest_name.h"
#include "plugin/process_state.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/mktree_shape.h>
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

Result<std::vector<BodyPart>> bodyParts(const btCollisionObject& object) {
    std::vector<BodyPart> parts;
    for (const PlacedShape& part : placedShapes(object)) {
        auto body = findBody(processState().movingBodies, *part.shape);
        if (!body) return tl::unexpected(body.error());
        parts.push_back({std::move(*body), toPose(part.pose)});
    }
    return parts;
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

class Prediction {
public:
    Prediction(const ScrewFlight& flight, std::span<const BodyPart> parts,
               const mktree::PredictionMethod& method)
        : flight_(flight), parts_(parts), method_(method) {}

    Result<void> meet(const btCollisionObject& object) {
        for (const PlacedShape& part : placedShapes(object)) {
            if (!isMkTreeShape(*part.shape)) continue;
            const auto& tree = static_cast<const MkTreeShape&>(*part.shape);
            if (const Result<void> met = meet(object, tree, part.pose); !met) return met;
        }
        return {};
    }

    PredictedCollision first() && { return std::move(first_); }

private:
    Result<void> meet(const btCollisionObject& object, const MkTreeShape& tree, const btTransform& toObject) {
        if (tree.getLocalScaling() != btVector3(1, 1, 1)) {
            return tl::unexpected(std::string("No collision is predicted with a scaled MKtree shape."));
        }
        const ScrewFlight objectsOwn = screwFlight(object, flight_.horizon);
        const RigidMotion motion =
            rigidMotionOf(screwMotion(objectsOwn), rigid(objectsOwn.from) * rigid(toObject));
        for (const BodyPart& part : parts_) {
            const auto met = isMoving(objectsOwn) ? meetMoving(object, tree, motion, part)
                                                  : meetStanding(object, tree, motion.poseAt0, part);
            if (!met) return met;
        }
        return {};
    }

    /// In the frame of a static tree the motion is one screw.
    Result<void> meetStanding(const btCollisionObject& object, const MkTreeShape& shape, const Pose& toWorld,
                              const BodyPart& part) {
        const Pose pose = ricochet::seenFrom(toWorld, toPose(flight_.from));
        const auto met =
            mktree::predictBy(method_, shape.file()->reader().tree(), part.body->body, pose * part.toObject,
                              seenFrom(toWorld, screwMotion(flight_)), end_);
        if (!met) return tl::unexpected(met.error());
        if (*met) note(object, part, **met, toWorld, 0);
        return {};
    }

    Result<void> meetMoving(const btCollisionObject& object, const MkTreeShape& shape,
                            const RigidMotion& ofTree, const BodyPart& part) {
        const RigidMotion ofPart = rigidMotionOf(screwMotion(flight_), rigid(flight_.from) * part.toObject);
        const auto met = mktree::predictInMovingWorld(shape.file()->reader().tree(), part.body->body, ofPart,
                                                      ofTree, {kDeviation, end_, &method_});
        if (!met) return tl::unexpected(met.error());
        if (met->first)
            note(object, part, *met->first, poseAt(ofTree, met->first->contact.time), met->deviation);
        return {};
    }

    /// If it is the first contact so far, found in the frame of a tree. `toWorld`: of the tree, at that time.
    void note(const btCollisionObject& object, const BodyPart& part, const mktree::Prediction& found,
              const Pose& toWorld, Real deviation) {
        const SweptContact& contact = found.contact;
        if (first_.isMet && contact.time >= end_) return;
        end_ = contact.time;
        first_ = {};
        first_.isMet = true;
        first_.startsInContact = found.startsInContact;
        first_.time = btScalar(end_ * Real(flight_.horizon));
        first_.point = toBullet(transformPoint(toWorld, contact.onB));
        first_.normal = normalToBullet(toWorld.rotation * contact.normal);
        first_.object = &object;
        first_.part = static_cast<int>(found.part);
        first_.triangle = static_cast<int>(contact.faces.faceB);
        if (!part.body->faceNames.empty()) {
            const FaceName& name = part.body->faceNames[contact.faces.faceA];
            first_.bodyPart = name.part;
            first_.bodyTriangle = name.triangle;
        }
        first_.deviation = btScalar(deviation);
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
    const Result<std::vector<BodyPart>> parts = bodyParts(body);
    if (!parts) return {motions.size(), failure(parts.error())};
    std::vector<PredictedCollision> predictions;
    for (const ScrewFlight& motion : motions) {
        predictions.push_back(predictOne(world, body, *parts, motion, *chosen));
    }
    return predictions;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
