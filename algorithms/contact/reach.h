#pragma once

#include "algorithms/contact/contact.h"

#include <algorithm>
#include <cmath>

namespace ricochet {

/// How far from the surfaces contacts are looked for in this step. All in metres but the last.
struct Reach {
    Real skin;         ///< thousandth of the smaller body: below it surfaces count as touching
    Real restGap;      ///< surfaces rest this far apart
    Real speculation;  ///< how far beyond the rest gap the bodies may come to touch within the step
    Real extension;  ///< how far a contact may lie beyond a feature's end, where the surface is concave there
    Real deepExtension;  ///< how much farther where the bodies already intersect
    Real shallowDepth;   ///< deeper than this, single features no longer tell the way out
    Real coneTolerance;  ///< sine: how far a normal may lie outside a feature's normal cone

    Real farthestGap() const { return restGap + speculation; }
    /// What the narrow phase is asked for: no accepted contact joins faces that are farther apart. A contact
    /// past a concave border lies aside of the face by `extension`, and as far above it as any other; one
    /// inside that lies still farther aside is left out.
    Real within() const { return std::max(std::hypot(farthestGap(), extension), shallowDepth + skin); }
};

Reach reachOf(const ContactInput& input, const ContactSettings& settings);

}  // namespace ricochet
