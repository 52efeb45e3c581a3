#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace ricochet::baselines {

/// The meaning of a backend's pairs.
enum class Answer {
    exact,           ///< the pairs that intersect: all backends of this kind count the same
    first,           ///< one pair if there is any
    candidates,      ///< at least one pair if any intersects; those returned may not
    rounded,         ///< the same by rounded arithmetic: one in a thousand may differ
    roundedToFloat,  ///< one in a hundred
    other,           ///< something else: printed, not compared
};

/// Two numbers of pairs that contradict one another.
struct Contradiction {
    std::optional<std::size_t> pose;  ///< none: over all poses
    std::size_t exact, other;
};

/// Compares a backend's counts at each pose with the exact counts, as far as both are available.
std::optional<Contradiction> contradiction(const std::vector<std::size_t>& exact, Answer answer,
                                           const std::vector<std::size_t>& other);

}  // namespace ricochet::baselines
