#pragma once

#include "adapters/precision.h"
#include "algorithms/contact/contact_types.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

#include <optional>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// A raw point is a contact as it is, for a solver that moves bodies within the step. Its local points are
// those that move with the bodies, without margins: on a mesh's surface, in a sphere's centre. What the
// normal turns with stands in bits of the point's flags that Bullet leaves unused. Two edges, which are
// perpendicular to the normal, stand in `m_prevRHS`, which Bullet's solvers do not read: as two angles about
// the normal, each of half a turn in 2^12 parts, so that a float holds them.
inline constexpr int kRawPoint = 1 << 24, kOwnerShift = 25;

void markRaw(const ContactPoint& contact, btManifoldPoint& point);

// After a step in which a point bounced, its impulses are mostly those of the impact, from which the next
// step must not start. Then `m_prevRHS` has this value, also in points that are not raw: Bullet keeps it
// there.
inline constexpr btScalar kBounced = -2;

/// None if the point is not raw.
inline std::optional<NormalOwner> rawOwner(const btManifoldPoint& point) {
    if (!(point.m_contactPointFlags & kRawPoint)) return std::nullopt;
    return static_cast<NormalOwner>(point.m_contactPointFlags >> kOwnerShift & 3);
}

/// The directions of A's and B's edge: unit, world. None if the point is not raw, or is not of two skew
/// edges.
std::optional<std::pair<Vec3, Vec3>> rawEdges(const btManifoldPoint& point);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
