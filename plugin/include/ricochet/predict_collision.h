#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <ricochet/precision.h>

#include <string>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// A body's motion along a screw: it turns about an axis and goes along it, both evenly, as its velocities at
/// the beginning say. Without a turn that is a straight line. A body in free flight goes so only where it
/// does not turn, or turns about its direction.
struct ScrewFlight {
    btTransform from = btTransform::getIdentity();  ///< of the body, in the world
    btVector3 linearVelocity{0, 0, 0};              ///< m/s: of the body's origin at the beginning
    btVector3 angularVelocity{0, 0, 0};             ///< rad/s
    btScalar horizon = 1;                           ///< seconds: what is met later does not count
};

/// What a body meets first.
struct PredictedCollision {
    bool isMet = false;
    bool startsInContact = false;               ///< then `time` is 0, and there is no normal
    btScalar time = 0;                          ///< seconds
    btVector3 point{0, 0, 0};                   ///< world: on the standing surface
    btVector3 normal{0, 0, 0};                  ///< unit, world: towards the body
    const btCollisionObject* object = nullptr;  ///< whose shape, or a part of it, is the MkTreeShape
    int part = -1, triangle = -1;               ///< of that shape, as its file numbers them
    int bodyPart = -1, bodyTriangle = -1;       ///< of the body, as Bullet numbers them; -1: it has no names
    /// Metres: no point of the body is farther from where it is taken to be. Zero against what stands; where
    /// `object` moves, too, the relative motion is a series of screws.
    btScalar deviation = 0;
    std::string error;  ///< empty, or one sentence; then nothing else is said
};

/// When, where and with which MkTreeShape of a world a body collides first that goes on as its velocities
/// say (its own, or those that a flight names), found by closed-form roots, not by steps: never missed, and
/// early by 1e-9 of the horizon at most in the file's coordinates. Touching counts, margins do not. Objects
/// that the broad phase's filters part are left out where both have a proxy. Other shapes of the world are
/// not looked at.
///
/// The body's shape must consist of faces (meshes, heightfields, boxes, convex hulls, compounds of these); it
/// need not be in the world. An MkTreeShape must be unscaled. No algorithms need be registered. Thread-safe
/// as long as neither the world nor the body's shape changes.
PredictedCollision predictCollision(const btCollisionWorld& world, const btCollisionObject& body,
                                    btScalar horizon);
/// One answer for each motion, in their order.
std::vector<PredictedCollision> predictCollisions(const btCollisionWorld& world,
                                                  const btCollisionObject& body,
                                                  const std::vector<ScrewFlight>& motions);

/// Has each MkTreeShape of a world read from its file, on a thread of the file's own, what the bodies that
/// are awake may come near within `horizon` seconds by their velocities and gravity. Our algorithms do that
/// by themselves, 48 steps ahead; the call is for worlds with Bullet's own, and for bodies that are about to
/// begin. As often as one likes: what is in memory costs little. Changes no result. Not while the world is
/// stepped.
void prefetch(const btCollisionWorld& world, btScalar horizon);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
