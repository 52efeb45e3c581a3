#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ricochet::mktree {

/// Values of a function of an index, cached in the slot of the index until another one takes it.
template <class Value, std::size_t kSlots>
class RecentValues {
public:
    /// Discards all values: the function has changed.
    void forget() { ++age_; }

    /// Valid until the next call. `make()` computes the value.
    template <class Make>
    const Value& get(std::uint64_t index, Make&& make) {
        Slot& slot = slots_[index % kSlots];
        if (slot.age != age_ || slot.index != index) slot = {age_, index, make()};
        return slot.value;
    }

private:
    struct Slot {
        std::uint64_t age = 0;
        std::uint64_t index = 0;
        Value value;
    };
    std::uint64_t age_ = 1;
    std::array<Slot, kSlots> slots_;
};

}  // namespace ricochet::mktree
