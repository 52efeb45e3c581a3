#pragma once

#include "demos/view/viewing.h"

#include <vector>

namespace ricochet::window {

/// Consecutive faces of a mesh.
struct MeshChunk {
    std::uint32_t firstFace, faceCount;
    view::Box box;  ///< in the mesh's frame
};

/// Of some thousand faces each.
std::vector<MeshChunk> chunksOf(const view::DrawnMesh& mesh);

/// Those that may be in the picture, the nearest first. `cut`: drawn is where dot(cut, point) <= 0.
std::vector<MeshChunk> visibleChunks(const std::vector<MeshChunk>& chunks, const Eigen::Matrix4f& model,
                                     const Eigen::Matrix4f& viewProjection, const Eigen::Vector4f& cut);

/// The least distance of a box from the eye along the view; not above 0 if the eye may be in it.
float nearestDepth(const view::Box& box, const Eigen::Matrix4f& viewProjection);

/// Whether a box is certainly not in the picture.
bool isOutside(const view::Box& box, const Eigen::Matrix4f& viewProjection);

/// Whether each edge of a face is that of one other face in the opposite direction: inner sides are then
/// never seen.
bool isClosed(const view::DrawnMesh& mesh);

}  // namespace ricochet::window
