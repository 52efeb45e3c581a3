#pragma once

#include "adapters/manifold/contact_side.h"
#include "algorithms/contact/single_velocity/warm_start_impulses.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Gives this step's points, which have the impulses of the last one, those from which Bullet's solver is to
/// start (algorithms/contact/single_velocity/warm_start_impulses). Call it in every step of a pair. `last`:
/// the manifolds of the last step as Bullet left them. Points stay as they are if the forces on a body are
/// unknown, and where one of them is a spring or bounces.
void improveStart(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                  const std::vector<btPersistentManifold*>& last, WarmStartImpulses& start,
                  std::vector<btManifoldPoint>& points);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
