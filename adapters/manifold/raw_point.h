#pragma once

#include "adapters/precision.h"
#include "algorithms/contact/contact_types.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>

#include <optional>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// A raw point is a contact as it is, for a solver that moves bodies within the step. Its local points are
// those that move with the bodies, without margins: on a mesh's surface, in a sphere's centre. What the
// normal turns with stands in bits of the point's flags that Bullet leaves unused.
inline constexpr int kRawPoint = 1 << 24, kOwnerShift = 25;

inline void markRaw(NormalOwner owner, btManifoldPoint& point) {
    point.m_contactPointFlags |= kRawPoint | static_cast<int>(owner) << kOwnerShift;
}

/// None if the point is not raw.
inline std::optional<NormalOwner> rawOwner(const btManifoldPoint& point) {
    if (!(point.m_contactPointFlags & kRawPoint)) return std::nullopt;
    return static_cast<NormalOwner>(point.m_contactPointFlags >> kOwnerShift & 3);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
