#include "adapters/convert.h"
#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/predict.h"
#include "plugin/mktree_objects.h"
#include "plugin/process_state.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/predict_collision.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kNoTurn = 1e-9;     // radians in a horizon: less of a turn bends nothing
constexpr Real kDeviation = 1e-4;  // metres: of a piece of a relative motion, where enough pieces give it
constexpr int kMostPieces = 4096;  // of a relative motion
constexpr Real kLongestTurn = std::numbers::pi / 2;  // radians, of a piece

/// A part of the body.
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
    auto body = processState().movingBodies.find(shape);
    if (!body) return tl::unexpected(body.error());
    parts.push_back({std::move(*body), toPose(toObject)});
    return {};
}

/// The nearest rotation: Bullet's matrices are rotations only nearly.
Pose rigid(const btTransform& transform) {
    const Pose pose = toPose(transform);
    const Eigen::JacobiSVD<Matrix3> svd(pose.rotation, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const bool isRotation = pose.rotation.isIdentity(0);
    return {isRotation ? pose.rotation : Matrix3(svd.matrixU() * svd.matrixV().transpose()),
            pose.translation};
}

Pose operator*(const Pose& outer, const Pose& inner) {
    return {outer.rotation * inner.rotation, place(outer, inner.translation)};
}

/// The whole way of a body whose origin is at a place, in the world.
ScrewMotion screwOf(const Vec3& origin, const Vec3& linear, const Vec3& angular, Real horizon) {
    ScrewMotion screw;
    screw.point = origin;
    const Real speed = angular.norm();
    if (speed * horizon <= kNoTurn) {
        const Real way = linear.norm();
        if (way > 0) screw.axis = linear / way;
        screw.rise = way * horizon;
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

/// A motion of the body in the frame of an MkTreeShape, of a part of the horizon.
struct Piece {
    Pose pose;  ///< of the body, at the beginning
    ScrewMotion screw;
    Real begin = 0, end = 1;  ///< of the horizon
    Real deviation = 0;       ///< metres
};

/// A standing or moving object of the world, as a flight of its own.
ScrewFlight flightOf(const btCollisionObject& object, btScalar horizon) {
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

ScrewMotion screwOf(const ScrewFlight& flight) {
    return screwOf(toVec3(flight.from.getOrigin()), toVec3(flight.linearVelocity),
                   toVec3(flight.angularVelocity), Real(flight.horizon));
}

/// As seen from an object that moves: pieces between whose ends the motion is nearly a screw.
std::vector<Piece> relativePieces(const ScrewFlight& body, Real radius, const ScrewFlight& object,
                                  const Pose& treeToObject) {
    const ScrewMotion ofBody = screwOf(body), ofObject = screwOf(object);
    const RigidMotion a = rigidMotionOf(ofBody, rigid(body.from)),
                      b = rigidMotionOf(ofObject, rigid(object.from) * treeToObject);
    const Real fromCentre = (toVec3(body.from.getOrigin()) - a.centre).norm() + radius;
    const auto piecesFor = [&](int count) {
        std::vector<Piece> pieces;
        for (int i = 0; i < count; ++i) {
            const Real begin = Real(i) / count, end = Real(i + 1) / count;
            const RelativeScrew relative =
                relativeScrew(part(a, begin, end), part(b, begin, end), fromCentre);
            pieces.push_back({relative.poseAt0, relative.screw, begin, end, relative.deviation});
        }
        return pieces;
    };
    const auto turns = std::ceil(std::max(a.angle, b.angle) / kLongestTurn);
    const int least = static_cast<int>(std::clamp(turns, Real(1), Real(kMostPieces)));
    std::vector<Piece> pieces = piecesFor(least);
    Real largest = 0;
    for (const Piece& piece : pieces) largest = std::max(largest, piece.deviation);
    if (largest <= kDeviation) return pieces;
    const Real more = std::ceil(least * std::sqrt(largest / kDeviation));
    return piecesFor(static_cast<int>(std::min(more, Real(kMostPieces))));
}

class Prediction {
public:
    Prediction(const ScrewFlight& flight, std::span<const BodyPart> parts, Real radius)
        : flight_(flight), parts_(parts), radius_(radius) {}

    Result<void> meet(const btCollisionObject& object) {
        for (const MkTreePart& tree : mktreesOf(object)) {
            if (const auto met = meet(object, tree); !met) return met;
        }
        return {};
    }

    PredictedCollision first() && { return std::move(first_); }

private:
    Result<void> meet(const btCollisionObject& object, const MkTreePart& tree) {
        if (tree.shape->getLocalScaling() != btVector3(1, 1, 1)) {
            return tl::unexpected(std::string("An MKtree shape that is scaled has no predictions."));
        }
        const ScrewFlight objectsOwn = flightOf(object, flight_.horizon);
        const Pose toObject = rigid(tree.toObject), toWorld = rigid(objectsOwn.from) * toObject;
        if (!isMoving(objectsOwn)) {
            const Pose pose = ricochet::seenFrom(toWorld, toPose(flight_.from));
            return meet(object, *tree.shape, toWorld, {pose, seenFrom(toWorld, screwOf(flight_))});
        }
        const RigidMotion motion = rigidMotionOf(screwOf(objectsOwn), toWorld);
        for (const Piece& piece : relativePieces(flight_, radius_, objectsOwn, toObject)) {
            if (piece.begin > end_) break;
            if (auto met = meet(object, *tree.shape, toWorld, piece, &motion); !met) return met;
        }
        return {};
    }

    /// `moving`: where the shape's frame is in the course of the horizon, if it moves.
    Result<void> meet(const btCollisionObject& object, const MkTreeShape& shape, const Pose& toWorld,
                      const Piece& piece, const RigidMotion* moving = nullptr) {
        for (const BodyPart& part : parts_) {
            const Real left = std::min(Real(1), (end_ - piece.begin) / (piece.end - piece.begin));
            const auto met = mktree::predict(shape.file()->tree(), part.body->body,
                                             piece.pose * part.toObject, piece.screw, {left});
            if (!met) return tl::unexpected(met.error());
            if (!*met) continue;
            const Real time = piece.begin + (*met)->contact.time * (piece.end - piece.begin);
            if (first_.isMet && time >= end_) continue;
            end_ = time;
            note(object, part, **met, moving ? poseAt(*moving, time) : toWorld, piece);
        }
        return {};
    }

    void note(const btCollisionObject& object, const BodyPart& part, const mktree::Prediction& met,
              const Pose& toWorld, const Piece& piece) {
        first_ = {};
        first_.isMet = true;
        first_.startsInContact = met.startsInContact && piece.begin == 0;
        first_.time = btScalar(end_ * Real(flight_.horizon));
        first_.point = toBullet(place(toWorld, met.contact.onB));
        first_.normal = toBullet(Vec3(toWorld.rotation * met.contact.normal));
        first_.object = &object;
        first_.part = static_cast<int>(met.part);
        first_.triangle = static_cast<int>(met.contact.faces.faceB);
        if (!part.body->faceNames.empty()) {
            const FaceName& name = part.body->faceNames[met.contact.faces.faceA];
            first_.bodyPart = name.part;
            first_.bodyTriangle = name.triangle;
        }
        first_.deviation = btScalar(piece.deviation);
    }

    const ScrewFlight& flight_;
    std::span<const BodyPart> parts_;
    Real radius_;   ///< metres: no point of the body is farther from its origin
    Real end_ = 1;  ///< of the horizon: of the first contact up to now
    PredictedCollision first_;
};

/// Of Bullet's filters.
bool mayMeet(const btCollisionObject& body, const btCollisionObject& object) {
    const btBroadphaseProxy *a = body.getBroadphaseHandle(), *b = object.getBroadphaseHandle();
    if (!a || !b) return true;
    return (a->m_collisionFilterGroup & b->m_collisionFilterMask) != 0 &&
           (b->m_collisionFilterGroup & a->m_collisionFilterMask) != 0;
}

PredictedCollision failure(std::string sentence) {
    PredictedCollision failed;
    failed.error = std::move(sentence);
    return failed;
}

Real radiusOf(const btCollisionShape& shape) {
    btVector3 centre;
    btScalar radius;
    shape.getBoundingSphere(centre, radius);
    return Real(centre.length()) + Real(radius);
}

PredictedCollision predictOne(const btCollisionWorld& world, const btCollisionObject& body,
                              const std::vector<BodyPart>& parts, const ScrewFlight& flight) {
    if (!(flight.horizon >= 0) || !std::isfinite(flight.horizon)) {
        return failure("The horizon of a prediction must be zero or a positive number of seconds.");
    }
    Prediction prediction(flight, parts, radiusOf(*body.getCollisionShape()));
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        if (objects[i] == &body || !mayMeet(body, *objects[i])) continue;
        if (const auto met = prediction.meet(*objects[i]); !met) return failure(met.error());
    }
    return std::move(prediction).first();
}

}  // namespace

PredictedCollision predictCollision(const btCollisionWorld& world, const btCollisionObject& body,
                                    btScalar horizon) {
    return predictCollisions(world, body, {flightOf(body, horizon)}).front();
}

std::vector<PredictedCollision> predictCollisions(const btCollisionWorld& world,
                                                  const btCollisionObject& body,
                                                  const std::vector<ScrewFlight>& motions) {
    std::vector<BodyPart> parts;
    const auto read = addParts(*body.getCollisionShape(), btTransform::getIdentity(), parts);
    std::vector<PredictedCollision> predictions;
    for (const ScrewFlight& motion : motions) {
        predictions.push_back(read ? predictOne(world, body, parts, motion) : failure(read.error()));
    }
    return predictions;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
