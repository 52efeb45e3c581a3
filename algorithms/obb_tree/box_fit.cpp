// Gottschalk, Lin, Manocha. OBBTree. 1996, and Lin, Manocha, Cohen, Gottschalk. Collision Detection:
// Algorithms and Applications. 1996, 4.2.1: the axes of a box are those of a covariance; of the vertices, of
// the hull's vertices, or of the hull's surface, weighted by area, so that a dense patch of vertices does not
// tilt the box.

#include "algorithms/obb_tree/box_fit.h"

#include "algorithms/geometry/surface_moments.h"

#include <algorithm>
#include <cmath>

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

/// Mean and covariance of points: first and second order statistics, as the paper has them.
class PointMoments {
public:
    explicit PointMoments(const Vec3& near) : near_(near) {}

    void add(const Vec3& point) {
        const Vec3 p = point - near_;
        first_ += p;
        second_ += p * p.transpose();
        ++count_;
    }
    Matrix3 covariance() const {
        const Vec3 mean = first_ / count_;
        return second_ / count_ - mean * mean.transpose();
    }

private:
    Vec3 near_;  ///< so that digits are not lost far from the centre
    Vec3 first_ = Vec3::Zero();
    Matrix3 second_ = Matrix3::Zero();
    Real count_ = 0;
};

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

/// Coplanar points give the triangles of their flat hull; empty if they are collinear. With a point off the
/// plane they have a hull with volume, whose faces without that point are these.
ConvexHull BoxFitter::flatHull(std::span<const Index> faces) {
    Vec3 normal = Vec3::Zero();
    for (const Index face : faces) {
        const auto& [a, b, c] = mesh_.triangle(face);
        const Vec3 origin = tree_.fromCentre(a);
        const Vec3 own = (tree_.fromCentre(b) - origin).cross(tree_.fromCentre(c) - origin);
        if (own.squaredNorm() > normal.squaredNorm()) normal = own;
    }
    if (!(normal.norm() > 0)) return {};
    const auto apex = static_cast<Index>(points_.size());
    points_.push_back(points_[0] + std::sqrt(normal.norm()) * normal.normalized());
    ConvexHull hull = convexHull(points_);
    points_.pop_back();
    std::erase_if(hull.faces, [&](const Face& f) { return f[0] == apex || f[1] == apex || f[2] == apex; });
    std::erase(hull.vertices, apex);
    return hull;
}

ConvexHull BoxFitter::hullOf(std::span<const Index> faces) {
    collectPoints(faces);
    ConvexHull hull = convexHull(points_);
    return hull.isEmpty() && settings_.fit != Fit::ours ? flatHull(faces) : hull;
}

Matrix3 BoxFitter::hullCovariance(std::span<const Index> faces) {
    const ConvexHull hull = hullOf(faces);
    if (hull.isEmpty()) return faceCovariance(faces);
    SurfaceMoments moments;
    const Vec3 near = points_[hull.vertices[0]];
    for (const auto& [a, b, c] : hull.faces) {
        moments.add(points_[a] - near, points_[b] - near, points_[c] - near, kLeastWeight);
    }
    return moments.covariance();
}

Matrix3 BoxFitter::hullVertexCovariance(std::span<const Index> faces) {
    const ConvexHull hull = hullOf(faces);
    if (hull.isEmpty()) return vertexCovariance(faces);
    PointMoments moments(points_[hull.vertices[0]]);
    for (const Index vertex : hull.vertices) moments.add(points_[vertex]);
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

Matrix3 BoxFitter::vertexCovariance(std::span<const Index> faces) const {
    PointMoments moments(tree_.fromCentre(mesh_.triangle(faces[0])[0]));
    for (const Index face : faces) {
        for (const Vec3& corner : mesh_.triangle(face)) moments.add(tree_.fromCentre(corner));
    }
    return moments.covariance();
}

Matrix3 BoxFitter::covarianceOf(std::span<const Index> faces) {
    switch (settings_.fit) {
        case Fit::ours:
            return faces.size() >= settings_.hullFrom ? hullCovariance(faces) : faceCovariance(faces);
        case Fit::paper:
            return hullCovariance(faces);
        case Fit::hullVertices:
            return hullVertexCovariance(faces);
        case Fit::vertices:
            break;
    }
    return vertexCovariance(faces);
}

Frame BoxFitter::frameOf(std::span<const Index> faces) {
    if (settings_.fit == Fit::ours && faces.size() == 1) {
        return axesOf(mesh_.triangle(faces[0])).cast<float>();
    }
    return principalAxes(covarianceOf(faces)).cast<float>();
}

Extents extentsOf(const Mesh& mesh, const Tree& tree, const Frame& frame, std::span<const Index> faces) {
    const Matrix3 rotation = frame.cast<Real>();
    Extents extents;
    for (const Index face : faces) {
        for (const Vec3& corner : mesh.triangle(face)) extents.include(rotation * tree.fromCentre(corner));
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
