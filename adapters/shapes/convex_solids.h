#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/mass_properties.h"
#include "algorithms/geometry/types.h"

#include <BulletCollision/CollisionShapes/btConvexShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// Closed forms. A cone's margin is not included, the others contain theirs.
Result<SolidProperties> sphereSolid(const btConvexShape& shape);
Result<SolidProperties> capsuleSolid(const btConvexShape& shape);
Result<SolidProperties> cylinderSolid(const btConvexShape& shape);
Result<SolidProperties> coneSolid(const btConvexShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
