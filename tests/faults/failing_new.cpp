#include "tests/faults/failing_new.h"

#include <atomic>
#include <cstdlib>
#include <limits>

namespace {

constexpr long long kNever = std::numeric_limits<long long>::max();
std::atomic<long long> allocations{0}, failing{kNever};

}  // namespace

namespace ricochet::faults {

void failAllocation(long long number) { failing = allocations + number; }

bool stopFailing() {
    const long long number = failing.exchange(kNever);
    return number != kNever && allocations > number;
}

long long allocationCount() { return allocations; }

}  // namespace ricochet::faults

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ 12 does not see that both are replaced
#endif
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocations++ == failing ? nullptr : std::malloc(size);
}
void* operator new(std::size_t size) {
    if (void* const memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    const auto align = static_cast<std::size_t>(alignment);
    return allocations++ == failing ? nullptr : std::aligned_alloc(align, (size + align - 1) / align * align);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (void* const memory = operator new(size, alignment, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
