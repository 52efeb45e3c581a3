#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/mass_properties.h"
#include "algorithms/geometry/types.h"

#include <BulletCollision/CollisionShapes/btConvexShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Volume, centre and inertia of a solid of density 1.
using Solid = decltype(PlacedSolid::solid);

/// The solid of one of Bullet's convex shapes: spheres, capsules, cylinders and cones by closed forms,
/// polyhedra by their hull, others by their support points, to 1e-3. Margins are included if Bullet includes
/// them in the shape's dimensions (spheres, capsules, boxes, cylinders, and shapes known only by support
/// points), and not for cones and polyhedra. An error message if it has no volume.
Result<Solid> readConvexSolid(const btConvexShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
