#include "demos/app/reproduce/shape_builder.h"

#include <cmath>
#include <map>
#include <numbers>

namespace ricochet::app {
namespace {

constexpr Real kTurn = 2 * std::numbers::pi;

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

void ShapeBuilder::addBand(Index along, Index around,
                           const std::function<Vec3(Real fraction, Real turn)>& at) {
    const auto first = static_cast<Index>(vertices_.size());
    for (Index i = 0; i <= along; ++i) {
        for (Index j = 0; j < around; ++j) {
            vertices_.push_back(at(static_cast<Real>(i) / along, static_cast<Real>(j) / around));
        }
    }
    for (Index i = 0; i < along; ++i) {
        for (Index j = 0; j < around; ++j) {
            const Index next = (j + 1) % around;
            const Index a = first + i * around + j, b = first + i * around + next;
            faces_.push_back({a, b, b + around});
            faces_.push_back({a, b + around, a + around});
        }
    }
}

void ShapeBuilder::addFan(Index firstOfRing, Index around) {
    Vec3 middle = Vec3::Zero();
    for (Index j = 0; j < around; ++j) middle += vertices_[firstOfRing + j] / around;
    vertices_.push_back(middle);
    const auto centre = static_cast<Index>(vertices_.size() - 1);
    for (Index j = 0; j < around; ++j) {
        faces_.push_back({centre, firstOfRing + j, firstOfRing + (j + 1) % around});
    }
}

void ShapeBuilder::addClosedBand(Index along, Index around,
                                 const std::function<Vec3(Real fraction, Real turn)>& at) {
    const auto first = static_cast<Index>(vertices_.size());
    addBand(along, around, at);
    addFan(first, around);
    addFan(first + along * around, around);
}

void ShapeBuilder::addEllipsoid(const Vec3& centre, const Vec3& radii, Index along, Index around) {
    addClosedBand(along, around, [&](Real fraction, Real turn) -> Vec3 {
        const Real polar = kTurn / 2 * (1 + fraction * along) / (along + 2), angle = kTurn * turn;
        const Vec3 onSphere(std::sin(polar) * std::cos(angle), std::cos(polar),
                            std::sin(polar) * std::sin(angle));
        return centre + radii.cwiseProduct(onSphere);
    });
}

void ShapeBuilder::addLimb(const Vec3& from, const Vec3& knee, const Vec3& to, Real radiusFrom, Real radiusTo,
                           Index along, Index around) {
    // The plane of the curve gives every ring its second axis; a straight limb takes any.
    const Vec3 normal = (knee - from).cross(to - from);
    const Vec3 across = normal.norm() > 0 ? Vec3(normal.normalized()) : Vec3((to - from).unitOrthogonal());
    addClosedBand(along, around, [&](Real fraction, Real turn) -> Vec3 {
        const Vec3 below = from + fraction * (knee - from), above = knee + fraction * (to - knee);
        const Vec3 side = (above - below).cross(across).normalized();
        const Real radius = radiusFrom + fraction * (radiusTo - radiusFrom), angle = kTurn * turn;
        return below + fraction * (above - below) +
               radius * (std::cos(angle) * side + std::sin(angle) * across);
    });
}

void ShapeBuilder::addLeaf(const Vec3& corner, const Vec3& sideU, const Vec3& sideV) {
    const auto first = static_cast<Index>(vertices_.size());
    for (const Vec3& vertex : {corner, Vec3(corner + sideU), Vec3(corner + sideU + sideV), corner,
                               Vec3(corner + sideU + sideV), Vec3(corner + sideV)}) {
        vertices_.push_back(vertex);
    }
    faces_.push_back({first, first + 1, first + 2});
    faces_.push_back({first + 3, first + 4, first + 5});
}

std::shared_ptr<Mesh> ShapeBuilder::take() { return makeMesh(std::move(vertices_), std::move(faces_)); }

std::shared_ptr<Mesh> withFacesCut(const Mesh& mesh, Index parts) { return FaceCutter(mesh, parts).cut(); }

std::shared_ptr<Mesh> inUnitBox(const Mesh& mesh) {
    const Vec3 centre = mesh.box().centre();
    const Real scale = 1 / mesh.box().size().maxCoeff();
    return moved(mesh, [&](const Vec3& vertex) -> Vec3 { return scale * (vertex - centre); });
}

std::shared_ptr<Mesh> longestAlongY(const Mesh& mesh) {
    int longest = 0;
    mesh.box().size().maxCoeff(&longest);
    return moved(mesh,
                 [&](const Vec3& v) { return Vec3(v[(longest + 2) % 3], v[longest], v[(longest + 1) % 3]); });
}

}  // namespace ricochet::app
