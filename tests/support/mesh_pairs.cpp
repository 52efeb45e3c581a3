#include "tests/support/mesh_pairs.h"

#include "demos/mesh_files/read_mesh.h"
#include "tests/support/placements.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ricochet::test {
namespace {

/// A mesh beside the list, or in the folder of all meshes.
std::shared_ptr<Mesh> meshNamed(const std::string& name, const std::filesystem::path& folder) {
    const std::filesystem::path beside = folder / name;
    const auto path = std::filesystem::exists(beside) ? beside : folder.parent_path() / "meshes" / name;
    auto mesh = readMesh(path.string());
    if (!mesh) throw std::runtime_error(mesh.error());
    return *mesh;
}

/// The file's numbers are float32 values, some of them with only as many digits as that takes.
Real nextFloat(std::istream& words) {
    float value = 0;
    words >> value;
    return value;
}

/// "pose k r00 … r22 tx ty tz count N fnv1a64 H degenerateA d degenerateB d kind K"
LabelledPose poseIn(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    LabelledPose pose;
    words >> word >> word;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) pose.poseOfB.rotation(row, column) = nextFloat(words);
    }
    for (Real& coordinate : pose.poseOfB.translation) coordinate = nextFloat(words);
    words >> word >> pose.pairCount >> word >> std::hex >> pose.hash >> std::dec;
    for (int skipped = 0; skipped < 5; ++skipped) words >> word;
    words >> pose.kind;
    if (!words) throw std::runtime_error("cannot read: " + line);
    return pose;
}

}  // namespace

const std::vector<std::string>& labelledMeshPairs() {
    static const std::vector<std::string> names = {"abb_banana", "bolt_nut",  "env_rob",     "selfx_spider",
                                                   "spot_knot",  "spot_spot", "tray_piston", "tray_tray"};
    return names;
}

LabelledMeshPair readMeshPair(const std::filesystem::path& file) {
    std::ifstream lines(file);
    LabelledMeshPair pair;
    std::string word, nameA, nameB;
    lines >> word >> word >> word >> nameA >> word >> nameB;
    pair.a = meshNamed(nameA, file.parent_path());
    pair.b = meshNamed(nameB, file.parent_path());
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("pose ")) pair.poses.push_back(poseIn(line));
    }
    if (pair.poses.empty()) throw std::runtime_error("no poses in " + file.string());
    return pair;
}

void expectLabelledPairs(const NarrowPhase& narrowPhase, const LabelledMeshPair& pair, std::size_t poses) {
    const BuiltPair built(narrowPhase, pair.a, pair.b);
    for (std::size_t i = 0; i < std::min(poses, pair.poses.size()); ++i) {
        const LabelledPose& pose = pair.poses[i];
        const FacePairs found = sortedPairs(narrowPhase, {built.a.get(), {}}, {built.b.get(), pose.poseOfB});
        EXPECT_EQ(found.size(), pose.pairCount) << "pose " << i << ", " << pose.kind;
        EXPECT_EQ(hashOf(found), pose.hash) << "pose " << i << ", " << pose.kind;
    }
}

}  // namespace ricochet::test
