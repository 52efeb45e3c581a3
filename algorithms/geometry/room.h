#pragma once

#include <bit>
#include <cstddef>
#include <iterator>
#include <utility>

namespace ricochet {

/// Room for `count` items in a list that lives from step to step. It is a power of two, so that a list that
/// gets a little longer in each step is seldom moved.
template <class List>
void makeRoom(List& list, std::size_t count) {
    if (list.capacity() < count) list.reserve(std::bit_ceil(count));
}

/// Times the room for a list's items: a list that has more was long once, as in an impact.
inline constexpr std::size_t kMostRoom = 4;

/// Frees what a list that lives from step to step has beyond that. A list whose length varies by less is not
/// moved.
template <class List>
void freeSpareRoom(List& list) {
    const std::size_t room = std::bit_ceil(list.size());
    if (list.capacity() <= kMostRoom * room) return;
    List moved;
    if (!list.empty()) moved.reserve(room);
    std::move(list.begin(), list.end(), std::back_inserter(moved));
    list = std::move(moved);
}

}  // namespace ricochet
