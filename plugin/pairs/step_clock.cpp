#include "plugin/pairs/step_clock.h"

#include <atomic>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

std::atomic<std::uint32_t> lastNumber{0};

}  // namespace

std::uint32_t numberOfStep(const btDispatcherInfo& info) {
    std::atomic_ref<int> count(const_cast<int&>(info.m_stepCount));
    int known = count.load();
    if (known != 0) return static_cast<std::uint32_t>(known);
    std::uint32_t next = 0;
    while (next == 0) next = ++lastNumber;
    return count.compare_exchange_strong(known, static_cast<int>(next)) ? next
                                                                        : static_cast<std::uint32_t>(known);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
