#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/mass_properties.h"
#include "algorithms/geometry/types.h"

#include <BulletCollision/CollisionShapes/btConvexShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Volume, centre and inertia of a solid of density 1.
using Solid = decltype(PlacedSolid::solid);

// Closed forms. A cone's margin is not included, the others contain theirs.
Result<Solid> sphereSolid(const btConvexShape& shape);
Result<Solid> capsuleSolid(const btConvexShape& shape);
Result<Solid> cylinderSolid(const btConvexShape& shape);
Result<Solid> coneSolid(const btConvexShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
