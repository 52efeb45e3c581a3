#pragma once

#include "adapters/contact_side.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Bullet's bounce velocity is `restitution · approach - distance / step`. So a contact found before it
/// touches would lose its bounce, and a contact inside would bounce too fast. A contact that touches within
/// the step therefore counts as touching, and so does one inside that its bounce takes out within the step; a
/// contact that does not touch within the step does not bounce yet.
void adjustRestitution(const ContactSide& a, const ContactSide& b, btScalar timeStep, btManifoldPoint& point);

/// Lowers the restitution of all points of a pair by one factor, so that the impact does not add energy
/// (algorithms/contact/solver/restitution).
void keepBounceFromGaining(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                           std::vector<btManifoldPoint>& points);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
