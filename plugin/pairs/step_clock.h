#pragma once

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <ricochet/precision.h>

#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The number of a step, the same for all pairs that are handed the same `info` in it, and never that of an
/// earlier step of any world. Bullet sets `m_stepCount` to 0 before each step of a world and looks at it
/// nowhere; what is in it then is ours. Thread-safe.
std::uint32_t numberOfStep(const btDispatcherInfo& info);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
