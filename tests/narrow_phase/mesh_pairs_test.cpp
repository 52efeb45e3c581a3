#include "tests/support/mesh_pairs.h"

#include "tests/narrow_phase/tested.h"
#include "tests/support/labelled_data.h"

#include <tuple>

namespace ricochet::test {
namespace {

class LabelledMeshPairs : public testing::TestWithParam<std::tuple<Tested, std::string>> {};

TEST_P(LabelledMeshPairs, AreFoundAtEveryPose) {
    const auto& [tested, name] = GetParam();
    const auto narrowPhase = tested.make(makeSerialExecutor());
    if (!narrowPhase) GTEST_SKIP() << kNoOpenGl;
    for (const LabelledFile& file : labelledFiles("meshpairs/" + name + ".txt")) {
        const LabelledMeshPair pair = readMeshPair(file.path);
        expectLabelledPairs(*narrowPhase, pair, kIsSlowBuild ? 4 : pair.poses.size());
    }
}

INSTANTIATE_TEST_SUITE_P(All, LabelledMeshPairs,
                         testing::Combine(testing::ValuesIn(allTested()),
                                          testing::ValuesIn(labelledMeshPairs())),
                         [](const auto& test) {
                             return std::get<0>(test.param).name + ("_" + std::get<1>(test.param));
                         });

}  // namespace
}  // namespace ricochet::test
