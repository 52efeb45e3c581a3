#pragma once

#include "demos/view/viewing.h"

#include <vector>

namespace ricochet::window {

/// Consecutive faces of a mesh.
struct MeshChunk {
    std::uint32_t firstFace, faceCount;
    view::Box box;  ///< in the mesh's frame
};

/// Sorts the mesh's faces into chunks that are near together, some thousand faces each. Faces that are
/// connected stay together where they are so few.
std::vector<MeshChunk> sortIntoChunks(view::DrawnMesh& mesh);

struct VisibleChunk {
    std::size_t number;  ///< of the chunk
    float depth;  ///< metres along the view to what is drawn of its box; not above 0 if the eye may be in it
};

/// Those that may be in the picture, the nearest first. `cut`: drawn is where dot(cut, point) <= 0.
std::vector<VisibleChunk> visibleChunks(const std::vector<MeshChunk>& chunks, const Eigen::Matrix4f& model,
                                        const Eigen::Matrix4f& viewProjection, const Eigen::Vector4f& cut);

/// World -> clip space of a picture without a share of its columns, at the left.
Eigen::Matrix4f withoutLeft(const Eigen::Matrix4f& viewProjection, float share);

/// Whether a box is certainly not in the picture.
bool isOutside(const view::Box& box, const Eigen::Matrix4f& viewProjection);

}  // namespace ricochet::window
