#pragma once

#include <LinearMath/btTransform.h>
#include <ricochet/precision.h>

#include <memory>
#include <string>

class btCollisionShape;
class btCompoundShape;

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// Of a solid body that a shape bounds.
struct MassProperties {
    btScalar mass = 0;    ///< kg
    btScalar volume = 0;  ///< m³
    btTransform principal =
        btTransform::getIdentity();  ///< centre of mass and principal axes, in the shape's frame
    btVector3 principalInertia = btVector3(0, 0, 0);  ///< kg m², about `principal`'s axes
    btVector3 inertia =
        btVector3(0, 0, 0);  ///< kg m², about axes through the centre that are parallel to the shape's
    bool isHull = false;     ///< the mesh is open: these are its convex hull's
    std::string error;       ///< one sentence where there are none (a plane, an empty mesh); else empty
};

/// For every mesh shape, boxes and convex hulls, and for compounds of such shapes, in which the mass is
/// shared out by volume. `mass` in kg, from zero up.
MassProperties massProperties(const btCollisionShape& shape, btScalar mass);

/// Bullet turns a body about its shape's origin, which in most meshes is not the centre of mass. This is a
/// compound with `shape` in it, its origin the centre of mass and its axes the principal ones: a body with it
/// and with `principalInertia` turns as the solid does. Where `shape` is to be seen at a transform T the
/// body's is T * principal; a btDefaultMotionState(T, principal.inverse()) keeps T for the renderer. `shape`
/// must outlive it.
std::unique_ptr<btCompoundShape> recentred(btCollisionShape& shape, const MassProperties& properties);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
