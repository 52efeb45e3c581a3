#pragma once

#include "demos/window/mesh_chunks.h"

namespace ricochet::window {

/// Where a plane cuts a closed mesh, all in the mesh's frame: triangles of three points that cover each point
/// of the section an odd number of times, and other points an even number of times. Outlines that are not in
/// the picture are left out. `toClip`: mesh -> clip space.
std::vector<view::Point> crossSection(const view::DrawnMesh& mesh, const std::vector<MeshChunk>& chunks,
                                      const Eigen::Vector4f& plane, const Eigen::Matrix4f& toClip);

}  // namespace ricochet::window
