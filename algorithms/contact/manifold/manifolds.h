#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/manifold/step_forecast.h"

#include <span>

namespace ricochet {

/// What of a pair of bodies its manifolds depend on, beside the candidates.
struct ManifoldInput {
    Pose a, b;
    PairMotion motion;
    bool isCompliant = false;  ///< as in ContactInput
    Real smallerRadius = 0;    ///< metres
};

/// Chooses points of the candidates, patch by patch, and tells which contact of the last step each one
/// continues. The result takes the place of `memory.points` and `memory.patches`, which are the last step's.
void writeManifolds(std::span<const Candidate> candidates, const ManifoldInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, ContactMemory& memory);

}  // namespace ricochet
