#include "demos/window/flat_mesh.h"

#include <algorithm>

namespace ricochet::window {
namespace {

constexpr float kSameNormal = 1e-6f;  // squared difference: faces look the same

}  // namespace

FlatMesh flatMesh(view::DrawnMesh mesh) {
    std::vector<view::Point> normals(mesh.vertices.size());
    std::vector<bool> isTaken(mesh.vertices.size());
    for (auto& face : mesh.faces) {
        const Eigen::Vector3f a = view::toVector(mesh.vertices[face[0]]);
        const Eigen::Vector3f normal = (view::toVector(mesh.vertices[face[1]]) - a)
                                           .cross(view::toVector(mesh.vertices[face[2]]) - a)
                                           .stableNormalized();
        const auto suits = [&](std::uint32_t v) {
            return !isTaken[v] || (view::toVector(normals[v]) - normal).squaredNorm() < kSameNormal;
        };
        const auto corner = std::find_if(face.begin(), face.end(), suits);
        if (corner != face.end()) {
            std::rotate(face.begin(), corner + 1, face.end());
        } else {
            const view::Point vertex = mesh.vertices[face[2]];
            face[2] = static_cast<std::uint32_t>(mesh.vertices.size());
            mesh.vertices.push_back(vertex);
            normals.emplace_back();
            isTaken.push_back(true);
        }
        normals[face[2]] = view::toPoint(normal);
        isTaken[face[2]] = true;
    }
    return {std::move(mesh), std::move(normals)};
}

}  // namespace ricochet::window
