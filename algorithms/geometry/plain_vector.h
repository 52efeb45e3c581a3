#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace ricochet {

/// Does not initialize elements that `resize` adds. Can lend a vector the memory of another owner: the first
/// vector that allocates exactly the lent number of elements gets it; copies of that vector allocate their
/// own.
template <class Value>
class PlainAllocator {
public:
    using value_type = Value;
    using is_always_equal = std::false_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    PlainAllocator() = default;
    /// `lent`: read-only memory for `size` elements, owned by `owner`.
    PlainAllocator(std::shared_ptr<const void> owner, const void* lent, std::size_t count)
        : owner_(std::move(owner)), lent_(static_cast<Value*>(const_cast<void*>(lent))), offered_(count) {}
    template <class Other>
    explicit PlainAllocator(const PlainAllocator<Other>&) {}
    PlainAllocator select_on_container_copy_construction() const { return {}; }

    Value* allocate(std::size_t count) {
        if (count == std::exchange(offered_, 0) && count > 0) return lent_;
        return std::allocator<Value>().allocate(count);
    }
    void deallocate(Value* at, std::size_t count) {
        if (at != lent_) std::allocator<Value>().deallocate(at, count);
    }
    /// Elements are trivially copyable.
    template <class Element>
    void construct(Element*) {
        static_assert(std::is_trivially_destructible_v<Element>);
    }
    template <class Element, class... Arguments>
    void construct(Element* at, Arguments&&... arguments) {
        ::new (static_cast<void*>(at)) Element(std::forward<Arguments>(arguments)...);
    }

    friend bool operator==(const PlainAllocator& a, const PlainAllocator& b) { return a.lent_ == b.lent_; }

private:
    std::shared_ptr<const void> owner_;
    Value* lent_ = nullptr;
    std::size_t offered_ = 0;
};

/// A vector for many plain elements that are all written after `resize`, by several threads: no element is
/// written twice, and each thread is the first to touch its own. `lentVector` makes one from a mapped file.
template <class Value>
using PlainVector = std::vector<Value, PlainAllocator<Value>>;

/// A vector whose elements are already in memory of `owner`. They are read-only: copy it to change them.
template <class Value>
PlainVector<Value> lentVector(std::shared_ptr<const void> owner, const void* elements, std::size_t count) {
    return PlainVector<Value>(count, PlainAllocator<Value>(std::move(owner), elements, count));
}

}  // namespace ricochet
