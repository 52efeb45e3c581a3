#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/stencil/sampled_overlap.h"

namespace ricochet::stencil {

/// A few contacts for each component and each direction of its surface: the deepest pixel and the outermost
/// ones, of pixels that touch or are within the margin. Gaps include the rest gap.
std::vector<Candidate> sampledCandidates(const ProjectedPieces& shown, const SpeculativeMargin& margin);

}  // namespace ricochet::stencil
