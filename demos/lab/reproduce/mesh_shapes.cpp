#include "demos/lab/reproduce/mesh_shapes.h"

#include <array>
#include <map>
#include <vector>

namespace ricochet::lab {
namespace {

std::shared_ptr<Mesh> makeMesh(std::vector<Vec3> vertices, std::vector<Face> faces) {
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

template <class Move>
std::shared_ptr<Mesh> moved(const Mesh& mesh, const Move& move) {
    std::vector<Vec3> vertices;
    for (const Vec3& vertex : mesh.vertices()) vertices.push_back(move(vertex));
    return makeMesh(std::move(vertices), mesh.faces());
}

/// Divides every edge once for all faces at the edge.
class FaceCutter {
public:
    FaceCutter(const Mesh& mesh, Index parts) : mesh_(mesh), parts_(parts), vertices_(mesh.vertices()) {}

    std::shared_ptr<Mesh> cut() {
        for (const Face& face : mesh_.faces()) cut(face);
        return makeMesh(std::move(vertices_), std::move(faces_));
    }

private:
    /// Rows of points from the edge between the first two corners to the third one.
    void cut(const Face& face) {
        std::vector<std::vector<Index>> rows;
        for (Index row = 0; row <= parts_; ++row) {
            rows.push_back(pointsBetween(onEdge(face[0], face[2], row), onEdge(face[1], face[2], row),
                                         parts_ - row, row == 0));
        }
        for (Index row = 0; row < parts_; ++row) {
            for (Index i = 0; i + row < parts_; ++i) {
                faces_.push_back({rows[row][i], rows[row][i + 1], rows[row + 1][i]});
                if (i + row + 1 < parts_) {
                    faces_.push_back({rows[row][i + 1], rows[row + 1][i + 1], rows[row + 1][i]});
                }
            }
        }
    }

    std::vector<Index> pointsBetween(Index from, Index to, Index steps, bool isOnEdge) {
        std::vector<Index> points = {from};
        for (Index i = 1; i < steps; ++i) {
            points.push_back(isOnEdge ? onEdge(from, to, i) : newPoint(from, to, i, steps));
        }
        if (steps > 0) points.push_back(to);
        return points;
    }

    /// The point after `step` of `parts_` steps along an edge of the mesh.
    Index onEdge(Index from, Index to, Index step) {
        if (step == 0) return from;
        if (step == parts_) return to;
        if (from > to) return onEdge(to, from, parts_ - step);
        const auto [entry, isNew] = edgePoints_.try_emplace({from, to, step}, 0);
        if (isNew) entry->second = newPoint(from, to, step, parts_);
        return entry->second;
    }

    Index newPoint(Index from, Index to, Index step, Index steps) {
        const Real share = static_cast<Real>(step) / steps;
        const Vec3 point = vertices_[from] + share * (vertices_[to] - vertices_[from]);
        vertices_.push_back(point);
        return static_cast<Index>(vertices_.size() - 1);
    }

    const Mesh& mesh_;
    Index parts_;
    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
    std::map<std::array<Index, 3>, Index> edgePoints_;  ///< by both ends and the step
};

}  // namespace

std::shared_ptr<Mesh> withFacesCut(const Mesh& mesh, Index parts) { return FaceCutter(mesh, parts).cut(); }

std::shared_ptr<Mesh> inUnitBox(const Mesh& mesh) {
    const Vec3 centre = mesh.box().centre();
    const Real scale = 1 / mesh.box().size().maxCoeff();
    return moved(mesh, [&](const Vec3& vertex) -> Vec3 { return scale * (vertex - centre); });
}

}  // namespace ricochet::lab
