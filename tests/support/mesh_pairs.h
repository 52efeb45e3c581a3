#pragma once

#include "algorithms/geometry/narrow_phase.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet::test {

/// All intersecting faces of two meshes at one pose of B; A stays as stored.
struct LabelledPose {
    std::string kind;  ///< how the pose was made: near-miss, deep, …
    Pose poseOfB;
    std::size_t pairCount;
    std::uint64_t hash;  ///< of the sorted pairs
};

/// One file of the labelled data's folder meshpairs/.
struct LabelledMeshPair {
    std::shared_ptr<Mesh> a, b;
    std::vector<LabelledPose> poses;
};

/// The names of the files of the labelled pairs, without their ending.
const std::vector<std::string>& labelledMeshPairs();

/// Throws where the file, or a mesh that it names, cannot be read.
LabelledMeshPair readMeshPair(const std::filesystem::path& file);

/// Expects count and hash of the first `poses` poses; a failure names the kind of the pose.
void expectLabelledPairs(const NarrowPhase& narrowPhase, const LabelledMeshPair& pair, std::size_t poses);

}  // namespace ricochet::test
