#pragma once

#include "algorithms/sweep_and_prune/entries.h"

#include <limits>

namespace ricochet::sweep {

/// Overlap must have changed, or may have, whatever the depth.
inline constexpr float kAnyMotion = std::numeric_limits<float>::infinity();

/// Bodies for which lists have room at first: lists that grow to it in steps would be copied ten times.
inline constexpr std::size_t kFirstRoom = 1024;
/// So many bodies ahead, in loops over lists of them, memory is fetched.
inline constexpr std::size_t kFetchedAhead = 8;

/// In one line of the processor's cache.
struct alignas(64) Body {
    SweepBox now = kEmpty;
    SweepBox last = kEmpty;       ///< at the last step; empty: its pairs have not been reported
    Index entry = kNone;          ///< of its present box, in its cells; kNone: not yet inserted
    Index lastEntry = kNone;      ///< during this step: of its last box, in the main cells that it has left
    Index unsortedPlace = kNone;  ///< position in the list of unsorted bodies; kNone: it is in the main cells
    bool isAlive = false;
    bool isMoved = false;  ///< in the list of bodies that the next step must test

    bool isUnsorted() const { return unsortedPlace != kNone; }
};
static_assert(sizeof(Body) == 64);

/// Two boxes that are near each other may be stored as one.
inline bool isShortMotion(const SweepBox& last, const SweepBox& now, float motion) {
    float shortest = now.extent(0) + last.extent(0);
    for (Index axis = 1; axis < 3; ++axis)
        shortest = std::min(shortest, now.extent(axis) + last.extent(axis));
    return motion <= 0.25f * shortest;
}

/// Whether one box may be stored for the last and the present one. A body that has not moved has only one,
/// which may be inverted.
inline bool isNearItsLast(const Body& body) {
    return !body.isMoved || isShortMotion(body.last, body.now, motionBetween(body.last, body.now));
}

/// Positive even where the difference of two boxes is too small for a float.
inline float positiveMotion(const Body& body) {
    return std::max(motionBetween(body.last, body.now), std::numeric_limits<float>::min());
}

}  // namespace ricochet::sweep
