#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace ricochet::peers {

/// What a backend's pairs are.
enum class Answer {
    exact,           ///< the pairs that intersect: all backends of this kind count the same
    first,           ///< one pair where there is any
    candidates,      ///< at least one pair where any intersects; they may not
    rounded,         ///< the same by rounded arithmetic: one in a thousand may differ
    roundedToFloat,  ///< one in a hundred
    other,           ///< something else: printed, not compared
};

/// Two numbers of pairs that contradict one another.
struct Contradiction {
    std::optional<std::size_t> pose;  ///< none: over all poses
    std::size_t exact, other;
};

/// Compares what a backend counted at each pose with the exact counts, as far as both have come.
std::optional<Contradiction> contradiction(const std::vector<std::size_t>& exact, Answer answer,
                                           const std::vector<std::size_t>& other);

}  // namespace ricochet::peers
