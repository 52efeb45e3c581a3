#pragma once

#include <LinearMath/btVector3.h>
#include <ricochet/precision.h>

class btCollisionObject;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Widens the box that Bullet computed for an object to the paper's fixed box: the cube about the sphere that
/// contains the object in any orientation, so that turning does not change it. The box that Bullet computed
/// stays inside: it may be larger in the direction of a fast motion. Boxes of objects that never turn (static
/// ones), have no bounds or change their form (soft bodies) stay as they are.
void widenToFixedBox(const btCollisionObject& object, btVector3& aabbMin, btVector3& aabbMax);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
