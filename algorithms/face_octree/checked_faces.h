#pragma once

#include "algorithms/geometry/overlap_regions.h"
#include "algorithms/geometry/subdivision.h"

#include <span>
#include <vector>

namespace ricochet {

/// The face check lists of all bodies, concatenated; boxes are grown. Either all bodies move or none does.
struct CheckedFaces : BodyParts {
    std::span<const PlacedBody> placed;
    std::vector<Index> faces;  ///< per entry

    Triangle triangle(Index entry) const { return placed[bodies[entry]].triangle(faces[entry]); }
    SweptHull hull(Index entry) const { return placed[bodies[entry]].hullOfFace(faces[entry]); }
    bool areMoving() const { return !placed.empty() && placed.front().before; }
};

}  // namespace ricochet
