#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

namespace ricochet {

/// Moves A as a whole along `out` (unit), slowly. `at`: the pushed body's centre, so that it does not rotate.
/// `areEntangled`: else one body is inside the other; part of the key.
inline Candidate wholeBodyContact(const Vec3& at, const Vec3& out, const FacePair& faces, bool areEntangled,
                                  const SpeculativeMargin& margin) {
    const Real depth = margin.leavingDepth();
    return {.onA = at,
            .onB = at + depth * out,
            .normal = out,
            .gap = -depth,
            .faceA = faces.faceA,
            .faceB = faces.faceB,
            .key = contactKey(FeaturePair::bodies, areEntangled, 0)};
}

}  // namespace ricochet
