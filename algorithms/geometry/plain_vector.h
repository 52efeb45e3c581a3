#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace ricochet {

/// Leaves elements that a vector adds by `resize` as memory has them.
template <class Value>
struct PlainAllocator : std::allocator<Value> {
    template <class Other>
    struct rebind {
        using other = PlainAllocator<Other>;
    };
    template <class Element>
    void construct(Element* at) {
        ::new (static_cast<void*>(at)) Element;
    }
    template <class Element, class... Arguments>
    void construct(Element* at, Arguments&&... arguments) {
        ::new (static_cast<void*>(at)) Element(std::forward<Arguments>(arguments)...);
    }
};

/// A vector for many elements that are all written after `resize`, by several threads: none of them is
/// written twice, and each thread is the first to touch its own.
template <class Value>
using PlainVector = std::vector<Value, PlainAllocator<Value>>;

}  // namespace ricochet
