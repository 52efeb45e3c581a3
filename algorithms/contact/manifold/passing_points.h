#pragma once

#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/geometry/scratch.h"

namespace ricochet {

/// Adds the points that become the lowest ones of their patch while the bodies rotate within the step: a
/// solver that moves bodies within the step lets a wheel roll from corner to corner. Of bodies that fall by a
/// good part of their size in a step, also the outermost points, over which they may rock.
void addPassingPoints(std::span<const Candidate> candidates, const PairInput& input,
                      const SpeculativeMargin& margin, Index maxPatches, ScratchVector<ChosenPatch>& patches);

}  // namespace ricochet
