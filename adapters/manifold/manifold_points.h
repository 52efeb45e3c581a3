#pragma once

#include "adapters/manifold/contact_side.h"
#include "algorithms/contact/contact_types.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A contact as a point of a manifold whose bodies are `a` and `b`: positions, parts and indices, and
/// materials combined as by btManifoldResult. `isRaw`: for a solver that moves bodies within the step.
btManifoldPoint manifoldPoint(const ContactPoint& contact, const ContactSide& a, const ContactSide& b,
                              bool isRaw = false);

/// Copies the data that a point inherits from the last step's point: impulses, age, the user's pointer, and
/// the anchor while friction holds it.
void continuePoint(const btManifoldPoint& last, const ContactSide& a, const ContactSide& b,
                   btManifoldPoint& point);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
