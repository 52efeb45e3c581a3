#pragma once

#include "algorithms/geometry/convex_hull.h"
#include "algorithms/obb_tree/build_settings.h"
#include "algorithms/obb_tree/obb_model.h"

#include <limits>
#include <span>
#include <vector>

namespace ricochet::obb_tree {

/// Bounds along the axes of a frame, from the mesh's centre.
struct Extents {
    Vec3 min = Vec3::Constant(std::numeric_limits<Real>::infinity());
    Vec3 max = Vec3::Constant(-std::numeric_limits<Real>::infinity());

    void include(const Vec3& coordinates) {
        min = min.cwiseMin(coordinates);
        max = max.cwiseMax(coordinates);
    }
    /// Half of the surface.
    Real area() const {
        const Vec3 size = max - min;
        return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
    }
};

/// No vertex of a mesh is farther from the centre of its box than half the diagonal, up to rounding.
inline BoundingSphere boundingSphere(const Mesh& mesh) {
    return {mesh.box().centre(), 0.5 * mesh.box().size().norm() * (1 + 1e-9)};
}

/// Finds a frame in which faces have a small box.
class BoxFitter {
public:
    BoxFitter(const Mesh& mesh, const Tree& tree, const BuildSettings& settings)
        : mesh_(mesh), tree_(tree), settings_(settings), lastUse_(mesh.vertexCount(), kNone) {}

    /// The axes along which the faces spread most, as the settings say. If their hull has no volume, the area
    /// of the flat hull counts; if it has no area either, the faces' corners do.
    Frame frameOf(std::span<const Index> faces);

private:
    Matrix3 covarianceOf(std::span<const Index> faces);
    Matrix3 hullCovariance(std::span<const Index> faces);
    Matrix3 hullVertexCovariance(std::span<const Index> faces);
    Matrix3 faceCovariance(std::span<const Index> faces) const;
    Matrix3 vertexCovariance(std::span<const Index> faces) const;
    void collectPoints(std::span<const Index> faces);
    ConvexHull hullOf(std::span<const Index> faces);
    ConvexHull flatHull(std::span<const Index> faces);

    const Mesh& mesh_;
    const Tree& tree_;
    const BuildSettings settings_;
    std::vector<Vec3> points_;  ///< the faces' vertices, each once, relative to the mesh's centre, as floats
    std::vector<Index> lastUse_;  ///< by vertex: number of the box for which it was last collected
    Index boxes_ = 0;
};

Extents extentsOf(const Mesh& mesh, const Tree& tree, const Frame& frame, std::span<const Index> faces);

/// The box, rounded outwards; its longest axis becomes the first.
void setBox(const Frame& frame, const Extents& extents, ObbNode& node);

}  // namespace ricochet::obb_tree
