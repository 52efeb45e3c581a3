#include "plugin/pairs/step_clock.h"

#include <atomic>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

std::atomic<std::uint32_t> lastNumber{0};
thread_local const btDispatcherInfo* processed = nullptr;

/// Replaces the number `last`, unless another pair has.
std::uint32_t nextNumber(std::atomic_ref<int> count, int last) {
    int known = last;
    std::uint32_t next = 0;
    while (next == 0) next = ++lastNumber;
    return count.compare_exchange_strong(known, static_cast<int>(next)) ? next
                                                                        : static_cast<std::uint32_t>(known);
}

std::atomic_ref<int> countIn(const btDispatcherInfo& info) {
    return std::atomic_ref<int>(const_cast<int&>(info.m_stepCount));
}

}  // namespace

std::uint32_t numberOfStep(const btDispatcherInfo& info) {
    const int known = countIn(info).load();
    return known != 0 ? static_cast<std::uint32_t>(known) : nextNumber(countIn(info), 0);
}

std::uint32_t numberOfStep(const btDispatcherInfo& info, std::uint32_t last) {
    const std::uint32_t number = numberOfStep(info);
    return number != last ? number : nextNumber(countIn(info), static_cast<int>(last));
}

PairBeingProcessed::PairBeingProcessed(const btDispatcherInfo& info)
    : around_(std::exchange(processed, &info)) {}

PairBeingProcessed::~PairBeingProcessed() { processed = around_; }

std::uint32_t stepBeingProcessed() { return processed ? numberOfStep(*processed) : 0; }

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
