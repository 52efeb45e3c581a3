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
    /// kg m², about the centre of mass, in the shape's axes, its products included: the entry of x and y is
    /// minus the integral of x y. Its diagonal is `inertia`; `principal`'s axes bring it to
    /// `principalInertia`.
    btMatrix3x3 inertiaTensor = btMatrix3x3(0, 0, 0, 0, 0, 0, 0, 0, 0);
    bool isHull = false;  ///< the mesh is open: these are its convex hull's
    std::string error;    ///< one sentence where there are none (a plane, an empty mesh); else empty
};

/// For every mesh shape, every convex shape and compounds of such, in which the mass is shared out by volume;
/// where children overlap both count. Spheres, capsules, cylinders and cones by their closed forms, boxes and
/// polyhedra by their faces, any other convex shape (multi-spheres, Minkowski sums, one of your own) by its
/// support points, to 1e-3. A shape is as large as Bullet's own dimensions say: the margin lies within boxes,
/// spheres, capsules and cylinders, does not count around cones and polyhedra, and belongs to what is known
/// by support points alone. `mass` in kg, from zero up.
MassProperties massProperties(const btCollisionShape& shape, btScalar mass);

/// Bullet turns a body about its shape's origin, which in most meshes is not the centre of mass. This is a
/// compound with `shape` in it, its origin the centre of mass and its axes the principal ones: a body with it
/// and with `principalInertia` turns as the solid does. Where `shape` is to be seen at a transform T the
/// body's is T * principal; a btDefaultMotionState(T, principal.inverse()) keeps T for the renderer. `shape`
/// must outlive it.
std::unique_ptr<btCompoundShape> recentred(btCollisionShape& shape, const MassProperties& properties);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
