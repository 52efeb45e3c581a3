#pragma once

#include <cstddef>
#include <vector>

namespace ricochet {

/// Memory that a thread has freed and will use again. Blocks of up to a megabyte are kept until the thread
/// ends. A block may be freed by another thread than that which took it, whose memory it becomes: so lists
/// that live longer than a call must not take theirs here, or one thread would gather that of all.
void* takeScratch(std::size_t bytes);
void freeScratch(void* memory, std::size_t bytes) noexcept;

template <class T>
struct ScratchAllocator {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    using value_type = T;

    ScratchAllocator() = default;
    template <class Other>
    ScratchAllocator(const ScratchAllocator<Other>&) {}  // NOLINT: as allocators convert
    T* allocate(std::size_t count) { return static_cast<T*>(takeScratch(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t count) noexcept { freeScratch(memory, count * sizeof(T)); }
    template <class Other>
    bool operator==(const ScratchAllocator<Other>&) const {
        return true;
    }
};

/// A list that lives within one call. After some calls its thread has the memory that such lists need, and
/// none is allocated.
template <class T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

}  // namespace ricochet
