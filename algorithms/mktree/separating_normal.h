#pragma once

#include "algorithms/geometry/screw_motion.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/prediction.h"

#include <optional>

namespace ricochet::mktree {

/// Two features that begin to touch suggest a normal, but others may touch at the same point and time: an
/// edge of the body meets the diagonal of a flat wall where its end meets the wall. All faces that touch
/// there decide: the normal separates them, and of several the one that the body approaches fastest is taken.
/// Where no plane separates them, such as in a corner, the one that most of them respect. A normal that
/// separates them and is approached remains. An error if a leaf cannot be read.
Result<std::optional<Prediction>> withSeparatingNormal(std::optional<Prediction> first, const MkTree& tree,
                                                       const MovingBody& body, const Pose& pose,
                                                       const ScrewMotion& screw);

}  // namespace ricochet::mktree
