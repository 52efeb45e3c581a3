#pragma once

#include <cstdint>

namespace ricochet {

/// What a contact's normal turns with when the bodies turn.
enum class NormalOwner : std::uint8_t {
    a,      ///< a face of A
    b,      ///< a face of B
    both,   ///< an edge of each: the mean of both
    points  ///< the line through the two points
};

}  // namespace ricochet
