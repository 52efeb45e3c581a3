#pragma once

#include "algorithms/obb_tree/obb_tree.h"
#include "tests/support/against_brute_force.h"

namespace ricochet::test {

using BothTrees = AgainstBruteForce<ObbTree>;

}  // namespace ricochet::test
