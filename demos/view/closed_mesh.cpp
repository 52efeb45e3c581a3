#include "demos/view/closed_mesh.h"

#include "demos/view/viewing.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ricochet::view {

std::vector<std::uint32_t> connectedVertices(const DrawnMesh& mesh) {
    std::vector<std::uint32_t> other(mesh.vertices.size());
    std::iota(other.begin(), other.end(), 0u);
    const auto first = [&](std::uint32_t i) {
        while (other[i] != i) i = other[i] = other[other[i]];
        return i;
    };
    for (const auto& face : mesh.faces) {
        for (const std::uint32_t vertex : {face[1], face[2]}) other[first(vertex)] = first(face[0]);
    }
    for (std::uint32_t& each : other) each = first(each);
    return other;
}

bool isClosed(const DrawnMesh& mesh) {
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

bool hidesInnerSides(const DrawnMesh& mesh) {
    if (!isClosed(mesh)) return false;
    const std::vector<std::uint32_t> part = connectedVertices(mesh);
    std::vector<double> volume(mesh.vertices.size());  // six times that of each part
    for (const auto& face : mesh.faces) {
        // from a corner of the part, so that it may be far from the origin
        const Eigen::Vector3f from = toVector(mesh.vertices[part[face[0]]]);
        const Eigen::Vector3f a = toVector(mesh.vertices[face[0]]) - from;
        const Eigen::Vector3f b = toVector(mesh.vertices[face[1]]) - from;
        const Eigen::Vector3f c = toVector(mesh.vertices[face[2]]) - from;
        volume[part[face[0]]] += a.cross(b).dot(c);
    }
    return std::ranges::all_of(mesh.faces, [&](const auto& face) { return volume[part[face[0]]] > 0; });
}

}  // namespace ricochet::view
