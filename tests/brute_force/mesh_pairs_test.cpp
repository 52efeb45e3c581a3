#include "tests/support/mesh_pairs.h"

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

class BruteForceOnMeshPairs : public testing::TestWithParam<std::string> {};

TEST_P(BruteForceOnMeshPairs, FindsTheLabelledPairsAtEveryPose) {
    const BruteForce narrowPhase({}, makeThreadExecutor(2));
    for (const LabelledFile& file : labelledFiles("meshpairs/" + GetParam() + ".txt")) {
        const LabelledMeshPair pair = readMeshPair(file.path);
        expectLabelledPairs(narrowPhase, pair, kIsSlowBuild ? 1 : pair.poses.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Labelled, BruteForceOnMeshPairs, testing::ValuesIn(labelledMeshPairs()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace ricochet::test
