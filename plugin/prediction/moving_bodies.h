#pragma once

#include "adapters/shape_cache/shape_cache.h"
#include "algorithms/mktree/moving_body.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A shape in the form that predictions need.
struct PredictedBody {
    mktree::MovingBody body;
    std::vector<FaceName> faceNames;  ///< empty if faces have none
};

/// Bodies for which predictions were requested; or the reason why a shape has none.
using MovingBodies = ShapeCache<CachedModel<Result<PredictedBody>>>;

/// An error message if the shape has no faces. Thread-safe.
Result<std::shared_ptr<const PredictedBody>> findBody(MovingBodies& bodies, const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
