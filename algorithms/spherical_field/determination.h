#pragma once

#include "algorithms/spherical_field/shell_pairs.h"

namespace ricochet::spherical_field {

/// The paper's three modes of collision determination: what is reported for two overlapping leaf shells.
enum class Determination {
    single,       ///< one pair of faces, untested: whether the meshes are apart, in a time that does not
                  ///< depend on the number of faces
    singleLayer,  ///< one pair for each layer of A and of B whose boxes overlap, untested
    all           ///< every pair of faces that intersects, each once
};

/// The pairs that `mode` reports.
enum class ReportedPairs {
    tested,  ///< after its report all faces of the reported shells (single), or layers (layer), are tested:
             ///< every pair that intersects, or is within the distance, each once
    asFound  ///< the mode's own
};

/// How face pairs of two fields are found.
struct Determining {
    Determination mode = Determination::all;
    ReportedPairs pairs = ReportedPairs::tested;
    ShellTest test = ShellTest::box;
    ShellOrder order = ShellOrder::depthFirst;
};

/// Face pairs to `work.found`; with `onlyFirst` at least one, if there is any. Neither the mode nor the order
/// changes the set of tested pairs.
void findPairs(const Query& query, const Determining& how, bool onlyFirst, Work& work);

}  // namespace ricochet::spherical_field
