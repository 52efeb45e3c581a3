#pragma once

#include "adapters/precision.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <LinearMath/btTransform.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A shape without children: an object's own one, or a part of its compound.
struct PlacedShape {
    const btCollisionShape* shape;
    btTransform pose;       ///< in the frame that was asked for
    bool isStatic = false;  ///< its object is: it may be large
};

/// The parts of an object's shape, in a frame in which the object has the given pose; by default in its own.
/// Compounds are taken child by child, nested ones depth first.
std::vector<PlacedShape> placedShapes(const btCollisionObject& object,
                                      const btTransform& pose = btTransform::getIdentity());

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
