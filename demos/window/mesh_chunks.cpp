#include "demos/window/mesh_chunks.h"

#include "demos/view/closed_mesh.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace ricochet::window {
namespace {

constexpr std::size_t kChunkFaces = 2048;  // at most, but in the largest meshes
constexpr std::size_t kChunks = 256;       // about, at most

using Corners = Eigen::Matrix<float, 4, 8>;  // as columns

Corners cornersOf(const view::Box& box) {
    Corners corners;
    for (int i = 0; i < 8; ++i) {
        for (int axis = 0; axis < 3; ++axis) corners(axis, i) = (i >> axis & 1 ? box.max() : box.min())[axis];
        corners(3, i) = 1;
    }
    return corners;
}

/// All on the outer side of one plane.
bool isOutside(const Corners& clip) {
    bool isOut = false;
    for (int axis = 0; axis < 3; ++axis) {
        isOut |= (clip.row(axis).array() > clip.row(3).array()).all() ||
                 (clip.row(axis).array() < -clip.row(3).array()).all();
    }
    return isOut;
}

/// Of a box's part below a plane, by its corners' heights above that and their depths; each edge that crosses
/// the plane has a corner of the part.
float nearestDepth(const Eigen::Matrix<float, 1, 8>& above, const Eigen::Matrix<float, 1, 8>& depth) {
    float nearest = std::numeric_limits<float>::infinity();
    for (int i = 0; i < 8; ++i) {
        if (above[i] <= 0) nearest = std::min(nearest, depth[i]);
        for (const int axis : {1, 2, 4}) {
            const int k = i ^ axis;
            if (above[i] > 0 || above[k] <= 0) continue;
            nearest = std::min(nearest, depth[i] + above[i] / (above[i] - above[k]) * (depth[k] - depth[i]));
        }
    }
    return nearest;
}

/// By what a face is sorted along an axis: where what is not divided has its centre.
struct SortedFace {
    Eigen::Vector3f centre;
    std::uint32_t whole;  ///< number of what is not divided
    std::uint32_t number;
};

/// Connected faces that are few are not divided; of others, each face is by itself.
std::vector<SortedFace> sortedFaces(const view::DrawnMesh& mesh) {
    const std::vector<std::uint32_t> whole = view::connectedVertices(mesh);
    std::vector<std::uint32_t> count(mesh.vertices.size());
    std::vector<Eigen::Vector3f> sum(mesh.vertices.size(), Eigen::Vector3f::Zero());
    std::vector<SortedFace> faces;
    for (const auto& face : mesh.faces) {
        Eigen::Vector3f centre = Eigen::Vector3f::Zero();
        for (const std::uint32_t vertex : face) centre += view::toVector(mesh.vertices[vertex]) / 3;
        faces.push_back({centre, whole[face[0]], static_cast<std::uint32_t>(faces.size())});
        ++count[faces.back().whole];
        sum[faces.back().whole] += centre;
    }
    const auto wholes = static_cast<std::uint32_t>(mesh.vertices.size());
    for (SortedFace& face : faces) {
        const std::uint32_t size = count[face.whole];
        if (size <= 2 * kChunkFaces) {
            face.centre = sum[face.whole] / static_cast<float>(size);
        } else {
            face.whole = wholes + face.number;
        }
    }
    return faces;
}

/// In halves at the median along the longest axis.
void divide(std::vector<SortedFace>& faces, std::size_t begin, std::size_t end, std::size_t enough,
            std::vector<MeshChunk>& chunks) {
    const auto at = [&](std::size_t i) { return faces.begin() + static_cast<std::ptrdiff_t>(i); };
    view::Box box;
    for (std::size_t i = begin; i < end; ++i) box.extend(faces[i].centre);
    Eigen::Index axis = 0;
    box.sizes().maxCoeff(&axis);
    const auto key = [&](const SortedFace& face) { return std::make_pair(face.centre[axis], face.whole); };
    std::size_t middle = end;
    if (end - begin > enough) {
        std::sort(at(begin), at(end), [&](const SortedFace& a, const SortedFace& b) {
            return std::make_pair(key(a), a.number) < std::make_pair(key(b), b.number);
        });
        const auto median = key(faces[(begin + end) / 2]);
        const auto from = std::find_if(at(begin), at(end), [&](const auto& f) { return key(f) == median; });
        const auto to = std::find_if(from, at(end), [&](const auto& f) { return key(f) != median; });
        middle = static_cast<std::size_t>((from == at(begin) ? to : from) - faces.begin());
    }
    if (middle == end) {
        chunks.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin), {}});
        return;
    }
    divide(faces, begin, middle, enough, chunks);
    divide(faces, middle, end, enough, chunks);
}

}  // namespace

Eigen::Matrix4f withoutLeft(const Eigen::Matrix4f& viewProjection, float share) {
    Eigen::Matrix4f seen = viewProjection;
    seen.row(0) = (viewProjection.row(0) - share * viewProjection.row(3)) / (1 - share);
    return seen;
}

bool isOutside(const view::Box& box, const Eigen::Matrix4f& viewProjection) {
    return isOutside(viewProjection * cornersOf(box));
}

std::vector<MeshChunk> sortIntoChunks(view::DrawnMesh& mesh) {
    if (mesh.faces.empty()) return {};
    std::vector<SortedFace> faces = sortedFaces(mesh);
    std::vector<MeshChunk> chunks;
    divide(faces, 0, faces.size(), std::max(kChunkFaces, faces.size() / kChunks), chunks);
    std::vector<std::array<std::uint32_t, 3>> sorted;
    for (const SortedFace& each : faces) sorted.push_back(mesh.faces[each.number]);
    mesh.faces = std::move(sorted);
    for (MeshChunk& chunk : chunks) {
        for (std::uint32_t i = chunk.firstFace; i < chunk.firstFace + chunk.faceCount; ++i) {
            for (const std::uint32_t vertex : mesh.faces[i])
                chunk.box.extend(view::toVector(mesh.vertices[vertex]));
        }
    }
    return chunks;
}

std::vector<VisibleChunk> visibleChunks(const std::vector<MeshChunk>& chunks, const Eigen::Matrix4f& model,
                                        const Eigen::Matrix4f& viewProjection, const Eigen::Vector4f& cut) {
    std::vector<VisibleChunk> visible;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Corners world = model * cornersOf(chunks[i].box), clip = viewProjection * world;
        const Eigen::Matrix<float, 1, 8> above = cut.transpose() * world;
        if (above.minCoeff() > 0 || isOutside(clip)) continue;
        visible.push_back({i, nearestDepth(above, clip.row(3))});
    }
    std::ranges::stable_sort(visible, {}, &VisibleChunk::depth);
    return visible;
}

}  // namespace ricochet::window
