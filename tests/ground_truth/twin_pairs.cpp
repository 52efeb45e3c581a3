#include "algorithms/geometry/face_pair.h"
#include "tests/ground_truth/twins.h"
#include "tests/support/rational_oracle.h"

#include <algorithm>
#include <cstdio>

namespace ricochet::twins {
namespace {

std::vector<Triangle> placedFaces(const Mesh& mesh, const Pose& pose) {
    std::vector<Triangle> faces;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const auto [p, q, r] = mesh.triangle(f);
        faces.push_back({transformPoint(pose, p), transformPoint(pose, q), transformPoint(pose, r)});
    }
    return faces;
}

bool boxesOverlap(const Triangle& a, const Triangle& b) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [lowA, highA] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [lowB, highB] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (highA < lowB || highB < lowA) return false;
    }
    return true;
}

FacePairs exactPairs(const Mesh& meshA, const Mesh& meshB, const Pose& poseOfB) {
    const std::vector<Triangle> a = placedFaces(meshA, {}), b = placedFaces(meshB, poseOfB);
    FacePairs pairs;
    for (Index i = 0; i < a.size(); ++i) {
        for (Index j = 0; j < b.size(); ++j) {
            if (boxesOverlap(a[i], b[j]) && rational::hullsMeet(a[i], b[j])) pairs.push_back({i, j});
        }
    }
    return pairs;
}

/// Faces whose corners lie on a line.
std::size_t degenerateFaces(const Mesh& mesh) {
    std::size_t count = 0;
    for (const Triangle& t : placedFaces(mesh, {})) {
        // coordinates are whole 1024ths: this is exact
        count += (t[1] - t[0]).cross(t[2] - t[0]).isZero(0);
    }
    return count;
}

std::string poseLine(std::size_t number, const TwinPose& pose, const FacePairs& pairs, const Mesh& a,
                     const Mesh& b) {
    std::string line = "pose " + std::to_string(number);
    char word[80];
    const auto add = [&](Real x) {
        std::snprintf(word, sizeof word, " %.9g", x);
        line += word;
    };
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) add(pose.poseOfB.rotation(row, column) + 0.0);
    }
    for (const Real x : pose.poseOfB.translation) add(x);
    std::snprintf(word, sizeof word, " count %zu fnv1a64 %016llx", pairs.size(),
                  static_cast<unsigned long long>(hashOf(pairs)));
    line += word;
    return line + " degenerateA " + std::to_string(degenerateFaces(a)) + " degenerateB " +
           std::to_string(degenerateFaces(b)) + " kind " + pose.kind + "\n";
}

}  // namespace

std::string pairFile(const TwinPair& pair) {
    const Mesh &a = *meshes().at(pair.nameA), &b = *meshes().at(pair.nameB);
    std::string text = "pair " + pair.name + " A " + pair.nameA + " B " + pair.nameB + " trianglesA " +
                       std::to_string(a.faceCount()) + " trianglesB " + std::to_string(b.faceCount()) +
                       " poses " + std::to_string(pair.poses.size()) + "\n";
    for (std::size_t k = 0; k < pair.poses.size(); ++k) {
        const FacePairs pairs = exactPairs(a, b, pair.poses[k].poseOfB);
        text += poseLine(k, pair.poses[k], pairs, a, b);
        for (const FacePair& each : pairs) {
            text += std::to_string(each.faceA) + " " + std::to_string(each.faceB) + "\n";
        }
    }
    return text;
}

}  // namespace ricochet::twins
