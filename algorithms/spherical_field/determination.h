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

/// Face pairs by a mode, to `work.found`. `single` and `singleLayer` report none only if the meshes are
/// apart, but may report pairs that do not intersect.
void determine(const Query& query, Determination mode, Work& work);

/// The same by the paper's queue and a selectable shell test. Shells do not cover the parts of a face in
/// other cells: except for `ShellTest::box`, fields must have been built with `wholeSmallFaces` false. Pairs
/// may be missing with `ShellTest::cone`, and with a sampling that misses parts.
void determineByShells(const Query& query, Determination mode, ShellTest test, Work& work);

}  // namespace ricochet::spherical_field
