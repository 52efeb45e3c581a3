#pragma once

#include <ricochet/precision.h>

class btCollisionObject;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Gives a dynamic rigid body, or link of a multi-body, whose shape is a concave mesh and whose inertia is
/// zero that of the mesh with its mass, about the body's axes. Thread-safe against itself.
void giveMeshInertia(const btCollisionObject& object);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
