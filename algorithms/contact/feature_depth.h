#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <optional>
#include <span>

namespace ricochet {

/// How deep the candidates are.
FeatureDepth featureDepthOf(std::span<const Candidate> candidates, const ContactInput& input);

/// Nothing of the bodies is deeper inside by now than `before`, in metres, where that was as deep as
/// anything.
Real deepestSince(const FeatureDepth& before, const ContactInput& input);

/// The same for what was known when the bodies were last separated.
Real deepestSince(const LastSeparated& before, const ContactInput& input);

/// The smaller body's in the other one's frame: a large one's points are far from its origin.
Pose poseOfSmaller(const ContactInput& input);

/// No feature is deeper inside than this by now, in metres: it was there already, or its displacement was at
/// least as long. Infinite where nothing tells: in a first step, or where a body has no inside, so that
/// nothing else would find what comes from the back side.
Real deepestNow(const ContactInput& input, const std::optional<FeatureDepth>& last);

}  // namespace ricochet
