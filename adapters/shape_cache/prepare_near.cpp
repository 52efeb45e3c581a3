#include "adapters/shape_cache/prepare_near.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Index kWorthwhile =
    StepBudget::kTriangles / 4;  // the first part may have all of a mesh's triangles

}  // namespace

Index StepBudget::left(std::uint32_t step) const {
    if (step == 0) return 0;
    const std::lock_guard lock(mutex_);
    return step == step_ ? kTriangles - spent_ : kTriangles;
}

void StepBudget::spend(std::uint32_t step, Index triangles) {
    const std::lock_guard lock(mutex_);
    if (step != step_) spent_ = 0;
    step_ = step;
    spent_ = std::min(spent_ + triangles, kTriangles);
}

Index prepareNear(const ShapeModel& shape, const NarrowPhase& narrowPhase, const std::function<Aabb()>& box,
                  Index triangles) {
    const bool hasTopology = shape.surface->topology.isMade();
    if (!hasTopology || (shape.model && !shape.surface->packed->hasBegun())) {
        if (triangles < std::min(shape.mesh->frontCount(), StepBudget::kTriangles)) return 0;
        if (shape.model) {
            beginPacking(*shape.surface, *shape.mesh);
        } else {
            *shape.surface->topology;
        }
        return shape.mesh->frontCount();
    }
    if (!shape.model || !shape.model->hasPendingParts() || triangles < kWorthwhile) return 0;
    return narrowPhase.buildNear(*shape.model, box(), triangles);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
