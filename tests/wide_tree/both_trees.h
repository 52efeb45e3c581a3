#pragma once

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"

namespace ricochet::test {

using BothTrees = AgainstBruteForce<WideTree>;

}  // namespace ricochet::test
