#pragma once

#include "adapters/precision.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The shape's signature as it was when this thread first asked for it in the step; 0: now. A body is in many
/// pairs, and its shape does not change while they are processed.
std::uint64_t signatureInStep(const btCollisionShape& shape, std::uint32_t step);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
