#pragma once

#include "algorithms/geometry/executor.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/precision.h>

#include <cstdint>
#include <mutex>
#include <unordered_set>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

class ContactPair;

/// The pairs of a registration. Bullet without threads asks for their contacts one by one; several threads
/// find them beforehand.
class StepPairs {
public:
    /// Thread-safe.
    void add(ContactPair& pair);
    void remove(ContactPair& pair);

    /// Before the first pair of a step is processed, finds the contacts of those that took long in the last
    /// one. Contacts do not depend on it.
    void findAhead(btCollisionDispatcher& dispatcher, const btDispatcherInfo& info, const Executor& executor);

private:
    std::mutex mutex_;
    std::unordered_set<ContactPair*> pairs_;
    std::uint32_t step_ = 0;  ///< the last one
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
