#pragma once

#include "adapters/contact_side.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Bullet's bounce is `restitution · approach - distance / step`, so a contact that is found before it
/// touches would eat its own bounce, and one inside would leave too fast. One that touches within the step
/// counts as touching, and so does one inside that its bounce takes out within the step; one that does not
/// touch yet does not bounce yet.
void adjustRestitution(const ContactSide& a, const ContactSide& b, btScalar timeStep, btManifoldPoint& point);

/// Lowers the restitution of all points of a pair by one factor, as far as it takes for the bodies not to
/// leave with more energy than they brought (algorithms/contact/restitution).
void keepBounceFromGaining(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                           std::vector<btManifoldPoint>& points);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
