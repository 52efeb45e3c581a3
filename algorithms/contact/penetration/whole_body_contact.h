#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"

namespace ricochet {

/// The case of a whole-body contact, part of its key.
enum class WholeBody : Index { inside = 0, entangled = 1 };

/// Moves A as a whole along `out` (unit), slowly. `at`: the pushed body's centre, so that it does not turn.
inline Candidate wholeBodyContact(const Vec3& at, const Vec3& out, const FacePair& faces, WholeBody which,
                                  const SpeculativeMargin& margin) {
    const Real depth = margin.leavingDepth();
    return {.onA = at,
            .onB = at + depth * out,
            .normal = out,
            .gap = -depth,
            .faceA = faces.faceA,
            .faceB = faces.faceB,
            .key = contactKey(FeaturePair::bodies, static_cast<Index>(which), 0)};
}

}  // namespace ricochet
