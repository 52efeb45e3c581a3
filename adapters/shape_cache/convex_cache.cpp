#include "adapters/shape_cache/convex_cache.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void update(ConvexCache& cache, const btCollisionShape& shape,
            const std::shared_ptr<const ContactMethod>& method, const ShapeReporter& report,
            CachedModel<ConvexModel>& cached) {
    update(cache, shape, method, cached, [&]() -> std::shared_ptr<const ConvexModel> {
        const auto made = shapeKind(shape).readCorners(shape).and_then(
            [&](const std::vector<Vec3>& corners) { return method->buildConvex(corners); });
        if (made) return *made;
        report(shape, ShapeProblem::cannotCollide,
               "A " + std::string(shape.getName()) +
                   " shape cannot collide with convex shapes: " + made.error() + ".");
        return nullptr;
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
