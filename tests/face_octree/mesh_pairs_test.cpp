#include "tests/support/mesh_pairs.h"

#include "algorithms/face_octree/face_octree.h"
#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

class FaceOctreeOnMeshPairs : public testing::TestWithParam<std::string> {};

TEST_P(FaceOctreeOnMeshPairs, FindsTheLabelledPairsAtEveryPose) {
    RICOCHET_LABELLED_DATA(file, "meshpairs/" + GetParam() + ".txt");
    const LabelledMeshPair pair = readMeshPair(file);
    expectLabelledPairs(FaceOctree(), pair, pair.poses.size());
}

INSTANTIATE_TEST_SUITE_P(Labelled, FaceOctreeOnMeshPairs, testing::ValuesIn(labelledMeshPairs()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace ricochet::test
