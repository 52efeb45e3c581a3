#pragma once

#include "adapters/contact_side.h"
#include "algorithms/contact/contact.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A contact as a point of a manifold whose bodies are `a` and `b`: places, names, and the materials combined
/// as btManifoldResult combines them.
btManifoldPoint manifoldPointOf(const ContactPoint& contact, const ContactSide& a, const ContactSide& b);

/// What the last step's point hands on to the one that continues it: impulses, age, the user's pointer, and
/// the anchor where friction holds it.
void continuePoint(const btManifoldPoint& last, const ContactSide& a, const ContactSide& b,
                   btManifoldPoint& point);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
