#include "algorithms/geometry/mesh.h"

#include <string>
#include <utility>

namespace ricochet {
namespace {

Result<Aabb> boxOfFinite(std::span<const Vec3> vertices) {
    Aabb box;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (!vertices[i].allFinite()) {
            return tl::unexpected("vertex " + std::to_string(i) + " is not finite");
        }
        box.include(vertices[i]);
    }
    return box;
}

}  // namespace

Result<std::shared_ptr<Mesh>> Mesh::create(std::vector<Vec3> vertices, std::vector<Face> faces) {
    if (faces.empty()) return tl::unexpected(std::string("the mesh has no faces"));
    for (std::size_t f = 0; f < faces.size(); ++f) {
        for (Index v : faces[f]) {
            if (v >= vertices.size()) {
                return tl::unexpected("face " + std::to_string(f) + " names vertex " + std::to_string(v) +
                                      ", but there are only " + std::to_string(vertices.size()));
            }
        }
    }
    const Result<Aabb> box = boxOfFinite(vertices);
    if (!box) return tl::unexpected(box.error());

    std::shared_ptr<Mesh> mesh(new Mesh);
    mesh->vertices_ = std::move(vertices);
    mesh->fronts_ = std::move(faces);
    mesh->box_ = *box;
    return mesh;
}

Result<std::shared_ptr<Mesh>> Mesh::createTwoSided(std::vector<Vec3> vertices, std::vector<Face> fronts) {
    auto mesh = create(std::move(vertices), std::move(fronts));
    if (mesh) (*mesh)->addBacks();
    return mesh;
}

Result<void> Mesh::setVertices(std::span<const Vec3> vertices) {
    if (vertices.size() != vertices_.size()) {
        return tl::unexpected("the mesh has " + std::to_string(vertices_.size()) + " vertices, not " +
                              std::to_string(vertices.size()));
    }
    const Result<Aabb> box = boxOfFinite(vertices);
    if (!box) return tl::unexpected(box.error());

    vertices_.assign(vertices.begin(), vertices.end());
    box_ = *box;
    ++revision_;
    return {};
}

}  // namespace ricochet
