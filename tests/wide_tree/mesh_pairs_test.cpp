#include "tests/support/mesh_pairs.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

class WideTreeOnMeshPairs : public testing::TestWithParam<std::string> {};

TEST_P(WideTreeOnMeshPairs, FindsTheLabelledPairsAtEveryPose) {
    RICOCHET_LABELLED_DATA(file, "meshpairs/" + GetParam() + ".txt");
    const LabelledMeshPair pair = readMeshPair(file);
    expectLabelledPairs(WideTree(), pair, pair.poses.size());
}

INSTANTIATE_TEST_SUITE_P(Labelled, WideTreeOnMeshPairs, testing::ValuesIn(labelledMeshPairs()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace ricochet::test
