#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/step_forecast.h"
#include "algorithms/contact/speculative_margin.h"

#include <span>

namespace ricochet {

/// What a pair's manifolds depend on, apart from the candidates.
struct ManifoldInput {
    Pose a, b;
    PairMotion motion;
    bool isCompliant = false;  ///< as in ContactInput
    Real smallerRadius = 0;    ///< metres
};

/// Chooses points among the candidates, patch by patch, and matches each to the contact of the last step that
/// it continues. Replaces the points and patches of the last step in `memory`.
void writeManifolds(std::span<const Candidate> candidates, const ManifoldInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, PersistentContacts& memory);

}  // namespace ricochet
