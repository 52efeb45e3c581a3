#pragma once

#include "adapters/shape_cache/shape_cache.h"
#include "adapters/shape_cache/shape_problem.h"
#include "algorithms/contact/contact_method.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What contact methods prepared for convex shapes.
using ConvexCache = ShapeCache<CachedModel<ConvexModel>>;

/// Brings the caller's model of a shape up to date. `shape` must be polyhedral; `report` is called once with
/// the reason if it cannot collide. Thread-safe.
void update(ConvexCache& cache, const btCollisionShape& shape,
            const std::shared_ptr<const ContactMethod>& method, const ShapeReporter& report,
            CachedModel<ConvexModel>& cached);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
