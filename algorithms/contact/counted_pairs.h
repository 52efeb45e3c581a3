#pragma once

#include "algorithms/contact/first_query.h"
#include "algorithms/geometry/face_pair.h"

#include <span>

namespace ricochet {

// Face pairs that are within the query distance by a test that every narrow phase satisfies: it returns
// those, whatever else it returns. So their number does not depend on the narrow phase.

/// Counts pairs up to `most` + 1: of compact faces those whose first corners are within the query distance;
/// if one is a needle, also those whose longest edges are. Corners of needles are far apart where they cross.
Index countNear(std::span<const FacePair> pairs, const FacePairQuery& query, Index most);

/// Those of `most` pairs of faces, spread evenly over both meshes, whose longest edges are within the query
/// distance. Does not depend on a narrow phase; the same for the same poses.
FacePairs sampleNear(const FacePairQuery& query, Index most);

}  // namespace ricochet
