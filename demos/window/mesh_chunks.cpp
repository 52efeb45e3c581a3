#include "demos/window/mesh_chunks.h"

#include <algorithm>

namespace ricochet::window {
namespace {

constexpr std::size_t kFaces = 1024;  // of a chunk

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

}  // namespace

bool isOutside(const view::Box& box, const Eigen::Matrix4f& viewProjection) {
    return isOutside(viewProjection * cornersOf(box));
}

float nearestDepth(const view::Box& box, const Eigen::Matrix4f& viewProjection) {
    return (viewProjection * cornersOf(box)).row(3).minCoeff();
}

std::vector<MeshChunk> chunksOf(const view::DrawnMesh& mesh) {
    std::vector<MeshChunk> chunks;
    for (std::size_t first = 0; first < mesh.faces.size(); first += kFaces) {
        const std::size_t count = std::min(kFaces, mesh.faces.size() - first);
        MeshChunk& chunk = chunks.emplace_back(
            MeshChunk{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), {}});
        for (std::size_t i = first; i < first + count; ++i) {
            for (const std::uint32_t vertex : mesh.faces[i])
                chunk.box.extend(view::toVector(mesh.vertices[vertex]));
        }
    }
    return chunks;
}

std::vector<MeshChunk> visibleChunks(const std::vector<MeshChunk>& chunks, const Eigen::Matrix4f& model,
                                     const Eigen::Matrix4f& viewProjection, const Eigen::Vector4f& cut) {
    std::vector<std::pair<float, const MeshChunk*>> visible;
    for (const MeshChunk& chunk : chunks) {
        const Corners world = model * cornersOf(chunk.box), clip = viewProjection * world;
        if ((cut.transpose() * world).minCoeff() > 0 || isOutside(clip)) continue;
        visible.emplace_back(clip.row(3).minCoeff(), &chunk);
    }
    std::ranges::stable_sort(visible, {}, [](const auto& each) { return each.first; });
    std::vector<MeshChunk> result;
    for (const auto& [distance, chunk] : visible) result.push_back(*chunk);
    return result;
}

bool isClosed(const view::DrawnMesh& mesh) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges, opposite;
    for (const auto& face : mesh.faces) {
        for (std::size_t i = 0; i < 3; ++i) {
            edges.emplace_back(face[i], face[(i + 1) % 3]);
            opposite.emplace_back(face[(i + 1) % 3], face[i]);
        }
    }
    std::ranges::sort(edges);
    std::ranges::sort(opposite);
    return edges == opposite;
}

}  // namespace ricochet::window
