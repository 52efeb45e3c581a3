#pragma once

#include "algorithms/geometry/mass_properties.h"

#include <functional>

namespace ricochet {

/// Solids of density 1 by closed forms; the axis, if any, is y. All lengths in metres.
SolidProperties solidSphere(Real radius);
SolidProperties solidCapsule(Real radius, Real halfHeight);   ///< `halfHeight`: of the cylinder part
SolidProperties solidCylinder(Real radius, Real halfHeight);  ///< from the centre
SolidProperties solidCone(Real radius, Real height);          ///< the origin halfway up; the apex at +y

/// The solid turned so that its y axis becomes axis 0, 1 or 2.
SolidProperties turnedToAxis(const SolidProperties& solid, int axis);

/// The solid grown by a factor about its origin.
SolidProperties scaled(const SolidProperties& solid, Real factor);

/// The point of a convex body that lies farthest in a direction, of length 1.
using Support = std::function<Vec3(const Vec3& direction)>;

/// A convex body known only by its support points: the hull of 2,306 of them, extrapolated from the change
/// since 578. Volume and moments are accurate to 1e-3; exact for a polyhedron whose corners are all found. A
/// body without volume has a volume of 0.
SolidProperties solidOfSupport(const Support& support);

}  // namespace ricochet
