#pragma once

#include <bit>
#include <cstddef>

namespace ricochet {

/// Room for `count` items in a list that lives from step to step. It is a power of two, so that a list that
/// gets a little longer in each step is seldom moved.
template <class List>
void makeRoom(List& list, std::size_t count) {
    if (list.capacity() < count) list.reserve(std::bit_ceil(count));
}

}  // namespace ricochet
