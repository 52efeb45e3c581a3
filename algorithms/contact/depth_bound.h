#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/pair_input.h"

#include <optional>
#include <span>

namespace ricochet {

/// The depth of the deepest candidate.
DepthBound depthBound(std::span<const Candidate> candidates, const PairInput& input);

/// Upper bound of the bodies' present depth, in metres, if `before` was the greatest depth at its pose.
Real deepestSince(const DepthBound& before, const PairInput& input);

/// The same since the bodies were last separated.
Real deepestSince(const LastSeparated& before, const PairInput& input);

/// Metres: upper bound of the displacement of any point at most `beyond` from the smaller body's surface, in
/// the other one's frame, since the smaller one's pose there was `before`. It bounds the same for the other
/// body's points there, in the smaller one's frame.
Real displacementSince(const Pose& before, const PairInput& input, Real beyond = 0);

/// The smaller body's pose in the other one's frame. The smaller radius gives the tighter bound on
/// displacements.
Pose poseOfSmaller(const PairInput& input);

/// Upper bound of the present depth of any feature, in metres: the last step's greatest depth plus the
/// displacement since. Infinite in a first step, and if a body has no inside: then only features find
/// contacts from its back side.
Real deepestNow(const PairInput& input, const std::optional<DepthBound>& last);

}  // namespace ricochet
