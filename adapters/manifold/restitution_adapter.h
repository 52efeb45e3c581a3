#pragma once

#include "adapters/manifold/contact_side.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Prepares the points of a pair that bounce for Bullet's solver.
///
/// Its bounce velocity is `restitution · approach - distance / step`. So a contact found before it touches
/// would lose its bounce, and a contact inside would bounce too fast. A contact that touches within the step
/// therefore counts as touching, and so does one inside that its bounce takes out within the step; a contact
/// that does not touch within the step does not bounce yet, unless others do and it would be within a linear
/// slop of touching: the corners of a side that strikes almost flat bounce together.
///
/// An impact acts along the line of its resultant (algorithms/contact/single_velocity/load_lines), also where
/// bodies that touch without load pass on the impact of another one.
///
/// Lowers the restitution of all points by one factor, so that the impact does not add energy, and gives them
/// the impulses from which the solver starts (algorithms/contact/single_velocity/restitution).
void prepareBounce(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                   std::vector<btManifoldPoint>& points);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
