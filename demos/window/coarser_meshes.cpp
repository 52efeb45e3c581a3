#include "demos/window/coarser_meshes.h"

#include <meshoptimizer.h>
#include <utility>

namespace ricochet::window {
namespace {

constexpr std::size_t kFewFaces = 2000;  // a mesh that a frame draws in passing
constexpr float kAnyError = 1;           // of the mesh's size
constexpr double kEnoughLess = 0.8;      // of the triangles of the level before

}  // namespace

std::vector<CoarserMesh> coarserMeshes(const view::DrawnMesh& mesh) {
    std::vector<CoarserMesh> levels;
    if (mesh.faces.size() <= kFewFaces) return levels;
    const float* const coordinates = mesh.vertices.front().data();
    const std::size_t vertices = mesh.vertices.size(), stride = sizeof(view::Point);
    const float size = meshopt_simplifyScale(coordinates, vertices, stride);
    std::vector<unsigned> indices;
    for (const auto& face : mesh.faces) indices.insert(indices.end(), face.begin(), face.end());
    float error = 0;  // metres
    while (indices.size() > 3 * kFewFaces) {
        std::vector<unsigned> fewer(indices.size());
        float added = 0;
        fewer.resize(meshopt_simplify(fewer.data(), indices.data(), indices.size(), coordinates, vertices,
                                      stride, indices.size() / 2, kAnyError, 0, &added));
        if (fewer.empty() || double(fewer.size()) > kEnoughLess * double(indices.size())) break;
        error += added * size;
        indices = fewer;  // vertex indices of the whole mesh
        CoarserMesh level = {.mesh = {}, .error = error};
        level.mesh.vertices.resize(vertices);
        level.mesh.vertices.resize(meshopt_optimizeVertexFetch(level.mesh.vertices.data(), fewer.data(),
                                                               fewer.size(), coordinates, vertices, stride));
        for (std::size_t i = 0; i + 2 < fewer.size(); i += 3)
            level.mesh.faces.push_back({fewer[i], fewer[i + 1], fewer[i + 2]});
        levels.push_back(std::move(level));
    }
    return levels;
}

}  // namespace ricochet::window
