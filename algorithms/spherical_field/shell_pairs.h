#pragma once

#include "algorithms/spherical_field/field.h"
#include "algorithms/spherical_field/traversal.h"

#include <vector>

namespace ricochet::spherical_field {

/// How two shells are compared.
enum class ShellTest {
    box,      ///< tight boxes of the cones' contents, after their bounding spheres; conservative
    sphere,   ///< spheres about the truncated cones; conservative
    capsule,  ///< axes with the largest radius; conservative
    cone      ///< the paper's; not conservative, see cone_test.h
};

/// The result of a descent by the paper's queue.
struct ShellPairs {
    std::vector<CellPair> pairs;  ///< of leaf cells that were not separated
    std::uint64_t tests = 0;
};

/// The paper's runtime test: for each two sides a queue of shell pairs, processed breadth-first; if a pair
/// overlaps, one of its shells is refined into four, A's and B's in turn. After each round the distance
/// arrays are reconstructed by one step. Levels of A and B may differ.
ShellPairs findShellPairs(const Query& query, ShellTest test);

}  // namespace ricochet::spherical_field
