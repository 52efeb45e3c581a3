#pragma once

#include "algorithms/contact/single_velocity/contact_arc.h"

#include <optional>
#include <span>

namespace ricochet {

// Prepares a pair's contacts for a solver that moves each body by one constant velocity in the step: so that
// this velocity leads to the right end of the step. Contacts for other solvers, and those of queries, stay
// raw.

/// The motion of a pair for which contacts are prepared; none if they stay raw. `linearSlop`: metres.
std::optional<PairMotion> singleVelocityMotion(const PairInput& input, std::span<const Candidate> candidates,
                                               Real linearSlop);

/// `points`: the raw contacts of these candidates; afterwards they act at the right time and place.
void prepareForSingleVelocity(std::span<const Candidate> chosen, const PairMotion& motion,
                              std::span<ContactPoint> points);

}  // namespace ricochet
