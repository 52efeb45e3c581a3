#include "tests/support/mesh_pairs.h"

#include "algorithms/obb_tree/obb_tree.h"
#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

class ObbTreeOnMeshPairs : public testing::TestWithParam<std::string> {};

TEST_P(ObbTreeOnMeshPairs, FindsTheLabelledPairsAtEveryPose) {
    RICOCHET_LABELLED_DATA(file, "meshpairs/" + GetParam() + ".txt");
    const LabelledMeshPair pair = readMeshPair(file);
    expectLabelledPairs(ObbTree(), pair, pair.poses.size());
}

INSTANTIATE_TEST_SUITE_P(Labelled, ObbTreeOnMeshPairs, testing::ValuesIn(labelledMeshPairs()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace ricochet::test
