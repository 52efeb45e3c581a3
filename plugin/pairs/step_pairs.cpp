#include "plugin/pairs/step_pairs.h"

#include "plugin/pairs/contact_pair.h"
#include "plugin/pairs/step_clock.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Handing a pair to a thread takes a tenth of a microsecond, waking the threads some tens.
constexpr double kLongPair = 1, kLongStep = 100;  // microseconds

void StepPairs::add(ContactPair& pair) {
    const std::lock_guard lock(mutex_);
    pairs_.insert(&pair);
}

void StepPairs::remove(ContactPair& pair) {
    const std::lock_guard lock(mutex_);
    pairs_.erase(&pair);
}

void StepPairs::findAhead(btCollisionDispatcher& dispatcher, const btDispatcherInfo& info,
                          const Executor& executor) {
    const std::uint32_t step = numberOfStep(info);
    if (step == step_) return;
    step_ = step;
    std::vector<ContactPair*> longPairs;
    double sum = 0;
    for (ContactPair* pair : pairs_) {
        const bool isLong = pair->object0() && pair->microseconds() >= kLongPair &&
                            dispatcher.needsCollision(pair->object0(), pair->object1());
        if (!isLong) continue;
        longPairs.push_back(pair);
        sum += pair->microseconds();
    }
    if (sum < kLongStep) return;
    std::ranges::sort(longPairs, std::greater(), &ContactPair::microseconds);
    executor.run(static_cast<Index>(longPairs.size()), [&](Index i) { longPairs[i]->findAhead(info); });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
