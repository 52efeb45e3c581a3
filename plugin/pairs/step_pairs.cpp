#include "plugin/pairs/step_pairs.h"

#include "plugin/pairs/contact_pair.h"
#include "plugin/pairs/step_clock.h"

#include <algorithm>
#include <functional>
#include <new>
#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Handing a pair to a thread takes a tenth of a microsecond, waking the threads some tens.
constexpr double kLongPair = 1, kLongStep = 100;  // microseconds

void findAhead(PairContext& context, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
    const std::uint32_t step = numberOfStep(info);
    if (step == std::exchange(context.stepAhead, step)) return;
    std::vector<ContactPair*> longPairs;
    try {
        longPairs.reserve(context.pairs.with([](const auto& all) { return all.size(); }));
    } catch (const std::bad_alloc&) {  // then each is found in its turn
        return;
    }
    double sum = 0;
    context.pairs.with([&](const auto& all) {
        for (ContactPair* pair : all) {
            const bool isLong = pair->object0() && pair->stepNumber() != step &&
                                pair->microseconds() >= kLongPair &&
                                dispatcher.needsCollision(pair->object0(), pair->object1());
            if (!isLong) continue;
            longPairs.push_back(pair);
            sum += pair->microseconds();
        }
    });
    if (sum < kLongStep) return;
    std::ranges::sort(longPairs, std::greater(), &ContactPair::microseconds);
    context.executor->run(static_cast<Index>(longPairs.size()),
                          [&](Index i) { longPairs[i]->findAhead(info); });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
