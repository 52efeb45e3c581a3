#pragma once

#include "adapters/manifold/contact_side.h"
#include "algorithms/contact/contact_types.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A contact as a point of a manifold whose bodies are `a` and `b`: positions, parts and indices, and
/// materials combined as by btManifoldResult.
btManifoldPoint manifoldPoint(const ContactPoint& contact, const ContactSide& a, const ContactSide& b);

/// For a solver that moves bodies within the step: points that move with the bodies, and the normal's owner.
void makeRaw(const ContactPoint& contact, const ContactSide& a, const ContactSide& b, btManifoldPoint& point);

/// For a solver with one velocity in the step: moves the ends of the lever arms to where they act.
void moveToActingPoint(const ContactPoint& contact, const ContactSide& a, const ContactSide& b,
                       btManifoldPoint& point);

/// Copies the data that a point inherits from the last step's point: impulses, age, the user's pointer, and
/// the anchor while friction holds it.
void continuePoint(const btManifoldPoint& last, const ContactSide& a, const ContactSide& b,
                   btManifoldPoint& point);

/// The points of another manifold, with its thresholds, but without the user's data.
void copyPoints(const btPersistentManifold& from, btPersistentManifold& to);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
