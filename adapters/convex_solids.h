#pragma once

#include "algorithms/geometry/mass_properties.h"
#include "algorithms/geometry/types.h"

#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <ricochet/precision.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Volume, centre and inertia of a solid of density 1.
using Solid = decltype(PlacedSolid::solid);

/// The solid that a convex shape of Bullet's stands for: spheres, capsules, cylinders and cones by their
/// closed forms, polyhedra by their hull, any other by its support points, to 1e-3. Margins count where
/// Bullet counts them in the shape's dimensions (spheres, capsules, boxes, cylinders, and what is known by
/// support points alone), and not around cones and polyhedra. The reason where it has no volume.
Result<Solid> readConvexSolid(const btConvexShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
