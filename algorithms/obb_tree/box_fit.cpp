// Gottschalk, Lin, Manocha. OBBTree. 1996: the axes of a box are those of the covariance of the vertices of
// the convex hull. Here the hull's surface is weighted by area, so that a dense patch of vertices does not
// tilt the box.

#include "algorithms/obb_tree/box_fit.h"

#include "algorithms/geometry/convex_hull.h"
#include "algorithms/geometry/surface_moments.h"

#include <algorithm>

namespace ricochet::obb_tree {
namespace {

/// Weight of a degenerate face, so that meshes of only such faces get a fitting box.
constexpr Real kLeastWeight = 1e-30;

/// Relative to coordinates: rounding error of rotating a vertex into a frame, and of the difference to a
/// box's centre.
constexpr Real kRounding = 0x1p-49;

/// The axes by the box's size, the longest first.
std::array<int, 3> longestFirst(const Vec3& size) {
    std::array<int, 3> order = {0, 1, 2};
    std::sort(order.begin(), order.end(), [&](int i, int j) { return size[i] > size[j]; });
    return order;
}

/// A triangle's smallest rectangle lies along its longest edge. For a point any axes will do.
Matrix3 axesOf(const Triangle& t) {
    Vec3 longest = Vec3::Zero();
    for (Index k = 0; k < 3; ++k) {
        const Vec3 edge = t[(k + 1) % 3] - t[k];
        if (edge.squaredNorm() > longest.squaredNorm()) longest = edge;
    }
    if (!(longest.norm() > 0)) return Matrix3::Identity();
    Matrix3 axes = Matrix3::Zero();
    axes.row(0) = longest.normalized();
    axes.row(1) = (t[1] - t[0]).cross(t[2] - t[0]).cross(longest).normalized();
    return orthonormal(axes);
}

}  // namespace

void BoxFitter::collectPoints(std::span<const Index> faces) {
    points_.clear();
    for (const Index face : faces) {
        for (const Index vertex : mesh_.face(face)) {
            if (lastUse_[vertex] == boxes_) continue;
            lastUse_[vertex] = boxes_;
            // Rounded to float, since sides that are flat to a few ulps make the exact hull ten times as
            // slow.
            points_.push_back(tree_.fromCentre(mesh_.vertices()[vertex]).cast<float>().cast<Real>());
        }
    }
    ++boxes_;
}

Matrix3 BoxFitter::hullCovariance(std::span<const Index> faces) {
    collectPoints(faces);
    const ConvexHull hull = convexHull(points_);
    if (hull.isEmpty()) return faceCovariance(faces);
    SurfaceMoments moments;
    const Vec3 near = points_[hull.vertices[0]];
    for (const auto& [a, b, c] : hull.faces) {
        moments.add(points_[a] - near, points_[b] - near, points_[c] - near, kLeastWeight);
    }
    return moments.covariance();
}

Matrix3 BoxFitter::faceCovariance(std::span<const Index> faces) const {
    SurfaceMoments moments;
    const Vec3 near = tree_.fromCentre(mesh_.triangle(faces[0])[0]);
    for (const Index face : faces) {
        const auto& [a, b, c] = mesh_.triangle(face);
        moments.add(tree_.fromCentre(a) - near, tree_.fromCentre(b) - near, tree_.fromCentre(c) - near,
                    kLeastWeight);
    }
    return moments.covariance();
}

Frame BoxFitter::frameOf(std::span<const Index> faces) {
    if (faces.size() == 1) return axesOf(mesh_.triangle(faces[0])).cast<float>();
    const Matrix3 covariance = faces.size() >= hullFrom_ ? hullCovariance(faces) : faceCovariance(faces);
    return principalAxes(covariance).cast<float>();
}

Extents extentsOf(const Mesh& mesh, const Tree& tree, const Frame& frame, std::span<const Index> faces) {
    const Matrix3 turn = frame.cast<Real>();
    Extents extents;
    for (const Index face : faces) {
        for (const Vec3& corner : mesh.triangle(face)) extents.include(turn * tree.fromCentre(corner));
    }
    return extents;
}

void setBox(const Frame& frame, const Extents& extents, ObbNode& node) {
    const std::array<int, 3> order = longestFirst(extents.max - extents.min);
    const Vec3 centre = frame.cast<Real>().transpose() * (0.5 * (extents.min + extents.max));
    float* const rows[3] = {node.x, node.y, node.z};
    for (int c = 0; c < 3; ++c) {
        for (Index k = 0; k < 3; ++k) rows[c][k] = frame(order[k], c);
        rows[c][3] = static_cast<float>(centre[c]);
    }
    // Relative to the rounded centre.
    const Vec3 middle = frame.cast<Real>() * node.centre();
    const Real rounding = kRounding * extents.min.cwiseAbs().cwiseMax(extents.max.cwiseAbs()).maxCoeff();
    const Vec3 extent = (extents.max - middle).cwiseMax(middle - extents.min);
    for (Index k = 0; k < 3; ++k) node.half[k] = roundedUp(extent[order[k]] + rounding);
}

}  // namespace ricochet::obb_tree
