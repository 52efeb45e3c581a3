#pragma once

#include "algorithms/geometry/obb.h"

namespace ricochet::lab {

/// Whether two boxes have a point in common, by each of twelve edges against each of six faces, in both
/// roles, and by whether one holds the other's centre: "a simple algorithm for testing the overlap status for
/// two OBB's performs 144 edge-face tests" (Lin, Manocha, Cohen, Gottschalk, 1996, 4.2.2). Ends at the first
/// edge that meets a face. Rounded.
bool overlapByEdgesAndFaces(const Obb& a, const Obb& b);

}  // namespace ricochet::lab
