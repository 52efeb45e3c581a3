#pragma once

#include "algorithms/contact/feature_contacts.h"

#include <optional>
#include <span>

namespace ricochet {

/// How deep the candidates are.
FeatureDepth depthOf(std::span<const Candidate> candidates, const ContactInput& input);

/// No feature is deeper inside than this by now, in metres: it was there already, or its way was at least as
/// long. Infinite where nothing tells: in a first step, or where a body has no inside, so that nothing else
/// would find what comes from a far side.
Real deepestNow(const ContactInput& input, const std::optional<FeatureDepth>& last);

}  // namespace ricochet
