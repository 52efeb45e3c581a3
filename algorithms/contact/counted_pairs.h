#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/face_pair_batch.h"

#include <span>

namespace ricochet {

// Face pairs that are within the query distance by a test that every narrow phase satisfies: it returns
// those, whatever else it returns. So their number does not depend on the narrow phase.

/// Counts the pairs whose first corners are within the query distance, up to `most` + 1.
Index countNear(std::span<const FacePair> pairs, const FacePairQuery& query, Index maximum);

/// Estimates the number of others in which a face is a needle and the longest edges are within the query
/// distance, up to slightly above `most`; corners of needles are far apart where they cross. Most pairs of
/// needles that are returned are within it, of compact faces one in ten, so only one in `needleShare` counts.
Index countNeedles(std::span<const FacePair> pairs, const FacePairQuery& query, Index maximum);

/// Those of `most` pairs of faces, spread evenly over both meshes, that intersect, or whose longest edges are
/// within the query distance. Does not depend on a narrow phase; the same for the same poses.
FacePairs sampleNear(const FacePairQuery& query, Index maximum);

/// The number of all such face pairs, as that sample has it.
Real estimateNear(const FacePairQuery& query, Index maximum);

}  // namespace ricochet
