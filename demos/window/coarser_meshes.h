#pragma once

#include "demos/window/mesh_chunks.h"

#include <vector>

namespace ricochet::window {

/// Some of the faces of `CoarserMesh`, which look like a chunk with more.
struct CoarserChunk {
    std::uint32_t firstFace, faceCount;
    float error;  ///< metres: about how far their surface is from that of the whole mesh
};

/// The chunks of a mesh with fewer triangles, for a picture in which the difference is below a pixel.
struct CoarserMesh {
    view::DrawnMesh mesh;
    std::vector<view::Point> normals;                ///< by vertex, unit: of the whole mesh's faces there
    std::vector<std::uint32_t> vertexOfWhole;        ///< by vertex: the same in the whole mesh
    std::vector<std::vector<CoarserChunk>> ofChunk;  ///< from finer to coarser
};

/// Each has about half of the triangles of the one before; what is small has none. Chunks keep their borders,
/// so that chunks of any coarseness fit together. Edges are collapsed by quadric errors: Garland, Heckbert.
/// Surface Simplification Using Quadric Error Metrics. 1997.
CoarserMesh coarserMesh(const view::DrawnMesh& mesh, const std::vector<MeshChunk>& chunks);

}  // namespace ricochet::window
