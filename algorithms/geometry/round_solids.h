#pragma once

#include "algorithms/geometry/mass_properties.h"

#include <functional>

namespace ricochet {

/// Solids of density 1 by their closed forms; about the y axis where they have one. All lengths in metres.
MassProperties solidSphere(Real radius);
MassProperties solidCapsule(Real radius, Real halfHeight);   ///< half of the cylinder between the caps
MassProperties solidCylinder(Real radius, Real halfHeight);  ///< from the centre
MassProperties solidCone(Real radius, Real height);          ///< the origin halfway up; the apex at +y

/// The solid turned so that its y axis becomes axis 0, 1 or 2.
MassProperties turnedToAxis(const MassProperties& solid, int axis);

/// The solid grown by a factor about its origin.
MassProperties scaled(const MassProperties& solid, Real factor);

/// The point of a convex body that lies farthest in a direction, of length 1.
using Support = std::function<Vec3(const Vec3& direction)>;

/// A convex body of which nothing is known but its support points: the hull of 2,306 of them, and what the
/// change from 578 foretells of the rest. Volume and moments are good to 1e-3; exact for a polyhedron whose
/// corners are all found. A body without volume has a volume of 0.
MassProperties solidOfSupport(const Support& support);

}  // namespace ricochet
