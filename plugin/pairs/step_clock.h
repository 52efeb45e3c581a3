#pragma once

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <ricochet/precision.h>

#include <cstdint>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The number of a step: the same for all pairs that get the same `info` in it, and different from all
/// earlier steps of any world. Bullet sets `m_stepCount` to 0 before each step of a world and never reads it,
/// so Ricochet stores the number there. Thread-safe.
std::uint32_t numberOfStep(const btDispatcherInfo& info);

/// The same for a pair that was last processed in step `last`. A plain `btCollisionWorld` does not reset the
/// count: there a pair that comes again begins the next step.
std::uint32_t numberOfStep(const btDispatcherInfo& info, std::uint32_t last);

/// While it exists, its thread processes a pair. Bullet's algorithm of compounds ends pairs of children
/// meanwhile.
class PairBeingProcessed {
public:
    explicit PairBeingProcessed(const btDispatcherInfo& info);
    ~PairBeingProcessed();
    PairBeingProcessed(const PairBeingProcessed&) = delete;
    PairBeingProcessed& operator=(const PairBeingProcessed&) = delete;

private:
    const btDispatcherInfo* const around_;  ///< of the pair of which this one is a part
};

/// Of the pair that this thread processes; 0: none.
std::uint32_t stepBeingProcessed();

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
