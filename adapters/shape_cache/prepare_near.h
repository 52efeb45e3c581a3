#pragma once

#include "adapters/shape_cache/shape_model.h"

#include <cstdint>
#include <functional>
#include <mutex>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// How much of all shapes a step prepares beforehand, in triangles. Thread-safe.
class StepBudget {
public:
    static constexpr Index kTriangles = 100'000;  ///< of each step: some 10 ms

    /// In the step with that number; 0 outside of steps.
    Index left(std::uint32_t step) const;
    void spend(std::uint32_t step, Index triangles);

private:
    mutable std::mutex mutex_;
    std::uint32_t step_ = 0;
    Index spent_ = 0;
};

/// Prepares some of what the pair's first contacts will need of a shape that was read: adjacency, what faces
/// are packed from, or parts of the narrow phase's model near a box in the shape's frame. Returns for how
/// many triangles: about `triangles` at most, but any shape's adjacency is prepared for all of a step's. 0:
/// it has waited, or nothing is left. Contacts are the same, whether it was called or not. Thread-safe.
Index prepareNear(const ShapeModel& shape, const NarrowPhase& narrowPhase, const std::function<Aabb()>& box,
                  Index triangles);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
