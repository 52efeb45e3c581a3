#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/types.h"

#include <memory>
#include <span>
#include <vector>

namespace ricochet {

/// A triangle mesh. The faces' vertex indices never change; the vertex positions may (`setVertices`).
/// Zero-area faces are retained: each counts as a segment or point.
/// Shared by all bodies of a shape. Reading is thread-safe; `setVertices` must not run concurrently with
/// readers.
class Mesh {
public:
    /// `vertices` in metres, in the body's frame. Fails for a mesh without faces, a vertex index out of
    /// range, and a vertex that is not finite.
    static Result<std::shared_ptr<Mesh>> create(std::vector<Vec3> vertices, std::vector<Face> faces);

    /// A surface that collides from both sides: each face is there twice, the second time with the opposite
    /// orientation, which is not stored; the back face of face f is `frontCount() + f`.
    static Result<std::shared_ptr<Mesh>> createTwoSided(std::vector<Vec3> vertices, std::vector<Face> fronts);

    /// From now on it is that surface.
    void addBacks() { isTwoSided_ = true; }

    bool isTwoSided() const { return isTwoSided_; }
    Index frontCount() const { return static_cast<Index>(fronts_.size()); }
    /// The face itself, or that of which it is the back.
    Index frontOf(Index face) const { return isBack(face) ? face - frontCount() : face; }
    bool isBack(Index face) const { return isTwoSided_ && face >= frontCount(); }
    const std::vector<Vec3>& vertices() const { return vertices_; }
    /// A two-sided mesh gives its fronts.
    const std::vector<Face>& faces() const { return fronts_; }
    /// A two-sided mesh counts fronts and backs.
    Index faceCount() const { return (isTwoSided_ ? 2 : 1) * frontCount(); }
    Face face(Index face) const {
        if (!isBack(face)) return fronts_[face];
        const auto& [u, v, w] = fronts_[face - frontCount()];
        return {u, w, v};
    }
    Index vertexCount() const { return static_cast<Index>(vertices_.size()); }
    Triangle triangle(Index face) const {
        const auto [u, v, w] = this->face(face);
        return {vertices_[u], vertices_[v], vertices_[w]};
    }
    const Aabb& box() const { return box_; }

    /// Moves the vertices and increments `revision()`. Fails, and changes nothing, if the count differs or
    /// a vertex is not finite.
    Result<void> setVertices(std::span<const Vec3> vertices);
    std::uint64_t revision() const { return revision_; }

private:
    Mesh() = default;

    std::vector<Vec3> vertices_;
    std::vector<Face> fronts_;
    Aabb box_;
    bool isTwoSided_ = false;
    std::uint64_t revision_ = 0;
};

}  // namespace ricochet
