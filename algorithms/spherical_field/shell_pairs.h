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

/// Which pair of shells is refined next.
enum class ShellOrder {
    depthFirst,  ///< the last one that was added
    queue        ///< the first one, as in the paper: breadth-first
};

/// The result of a descent.
struct ShellPairs {
    std::vector<CellPair> pairs;  ///< of leaf cells that were not separated
    std::uint64_t tests = 0;
};

/// The paper's runtime test: whether the spheres about both models overlap; then, for each two sides, pairs
/// of shells: if a pair overlaps, one of its shells is refined into four, A's and B's in turn. The distance
/// arrays are reconstructed by one step when the descent comes to a further level. Levels of A and B may
/// differ. Shells within the query distance are never apart by a conservative test.
ShellPairs findShellPairs(const Query& query, ShellTest test, ShellOrder order = ShellOrder::queue);

}  // namespace ricochet::spherical_field
