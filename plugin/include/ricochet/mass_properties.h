#pragma once

#include <LinearMath/btTransform.h>
#include <ricochet/precision.h>

#include <memory>
#include <string>

class btCollisionShape;
class btCompoundShape;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Mass properties of the solid that a shape bounds.
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
    std::string error;    ///< one sentence if there are none (a plane, an empty mesh); else empty
};

/// Works for every mesh shape, every convex shape and compounds of these, in which mass is distributed by
/// volume and overlapping children count twice. Spheres, capsules, cylinders and cones use closed forms,
/// boxes and polyhedra their faces, and other convex shapes (multi-spheres, Minkowski sums, your own) their
/// support points, to 1e-3. Sizes are Bullet's own: the margin is part of boxes, spheres, capsules and
/// cylinders, is ignored for cones and polyhedra, and is part of shapes known by support points alone. `mass`
/// in kg, zero or more, else an error. Thread-safe as long as the shape does not change.
[[nodiscard]] RICOCHET_API MassProperties massProperties(const btCollisionShape& shape, btScalar mass);

/// Bullet rotates a body about its shape's origin, which in most meshes is not the centre of mass. This
/// returns a compound that contains `shape`, with its origin at the centre of mass and its axes along the
/// principal ones: a body with it and with `principalInertia` rotates as the solid does. To show `shape` at a
/// transform T, give the body T * principal; a btDefaultMotionState(T, principal.inverse()) returns T to the
/// renderer. The compound is the caller's, and `shape` must outlive it. `properties` without an error.
/// Thread-safe as long as the shape does not change.
RICOCHET_API std::unique_ptr<btCompoundShape> recentred(btCollisionShape& shape,
                                                        const MassProperties& properties);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
