#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <ricochet/precision.h>

#include <string>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A body's motion along a screw: a uniform rotation about an axis and translation along it, given by the
/// initial velocities. Without rotation it is a straight line. A body in free flight moves like this only if
/// it does not rotate, or rotates about its direction of motion.
struct ScrewFlight {
    btTransform from = btTransform::getIdentity();  ///< of the body, in the world
    btVector3 linearVelocity{0, 0, 0};              ///< m/s: of the body's origin at the beginning
    btVector3 angularVelocity{0, 0, 0};             ///< rad/s
    btScalar horizon = 1;                           ///< seconds: later contacts do not count
};

/// A body's first contact.
struct PredictedCollision {
    bool isMet = false;                         ///< before the horizon
    bool startsInContact = false;               ///< then `time` is 0, and there is no normal
    btScalar time = 0;                          ///< seconds
    btVector3 point{0, 0, 0};                   ///< world: on the standing surface
    btVector3 normal{0, 0, 0};                  ///< unit, world: towards the body
    const btCollisionObject* object = nullptr;  ///< whose shape, or a part of it, is the MkTreeShape
    int part = -1;                              ///< of that shape, as its file numbers them
    int triangle = -1;                          ///< of that part
    int bodyPart = -1;                          ///< of the body, as Bullet numbers them; -1: it has no names
    int bodyTriangle = -1;                      ///< likewise
    /// Metres: bound of the error of any point's position. Zero if `object` stands still; if it moves, the
    /// relative motion is approximated by a series of screws.
    btScalar deviation = 0;
    std::string error;  ///< empty, or one sentence; then nothing else is set
};

/// When, where and with which MkTreeShape of a world a body first collides if it moves on with its
/// velocities. Found by closed-form roots, not by time steps: never missed, and early by at most 1e-9 of the
/// horizon in the file's coordinates. Touching counts, margins do not. Objects that the broad phase's filters
/// separate are ignored if both have a proxy. Other shapes of the world are ignored.
///
/// The body's shape must consist of faces (meshes, heightfields, boxes, convex hulls, compounds of these);
/// the body need not be in the world. An MkTreeShape must be unscaled. No algorithms need to be registered.
/// The error says which of these a call does not meet; also that a pose's basis is not a rotation, that the
/// body turns by more than 100,000 radians before the horizon, or that its first contact takes too many box
/// tests (some seconds), as where it turns a thousand times close to many faces.
/// Thread-safe as long as neither the world nor the body's shape changes.
///
/// All methods find the same contact: `slices`, both trees simultaneously, in slices of time; `paper`, the
/// four steps of Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. 2004, which look at every face
/// of every candidate and take about a thousand times as long; `paper-polyhedra`, the same with bounding
/// polyhedra if the file has them; `paper-in-order`, the candidates in order of time.
RICOCHET_API PredictedCollision predictCollision(const btCollisionWorld& world, const btCollisionObject& body,
                                                 btScalar horizon, const std::string& method = "slices");
/// One answer per motion, in the same order.
RICOCHET_API std::vector<PredictedCollision> predictCollisions(const btCollisionWorld& world,
                                                               const btCollisionObject& body,
                                                               const std::vector<ScrewFlight>& motions,
                                                               const std::string& method = "slices");

/// Makes each MkTreeShape of a world read, on its file's own thread, what awake bodies may come near within
/// `horizon` seconds by their velocities and gravity. Our algorithms do this automatically, 48 steps ahead;
/// call it for worlds with Bullet's own algorithms, and before bodies start to move. May be called often:
/// leaves in memory cost little. Changes no result. Do not call it while the world is stepped.
RICOCHET_API void prefetch(const btCollisionWorld& world, btScalar horizon);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
